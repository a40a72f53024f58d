# Puts the program's files into few that the page loads: first.data before it starts, lesson by lesson what each of them runs,
# and writes the page with the sizes of all. Run by web/compile in the repository's folder.
import json
import pathlib
import struct
import subprocess
import sys

made = pathlib.Path(sys.argv[1])


def packed(name, files):
    """files: pairs of the path in the program's own file system, and the file."""
    bytes_of = [(where, path.read_bytes()) for where, path in files]
    contents = json.dumps([[where, len(data)] for where, data in bytes_of]).encode()
    data = struct.pack("<I", len(contents)) + contents + b"".join(data for _, data in bytes_of)
    (made / name).write_bytes(data)


def below(folder, *patterns):
    files = [path for pattern in patterns for path in sorted(pathlib.Path(folder).rglob(pattern))]
    return [(f"/warplens/{path}", path) for path in files if path.is_file()]


fonts = [(f"/warplens/fonts/{path.name}", path) for path in sorted(pathlib.Path("build/web/parts/fonts").glob("*.[ot]tf"))]
packed("first.data", fonts + below("assets/text", "*") + below("assets/ptx", "*.registers")
       + [("/warplens/assets/figures.txt", pathlib.Path("assets/figures.txt"))] + below("kernels", "*.cu"))

told = subprocess.run(["node", "build/web/tree/app/command_line.js", "list", "--json", "-"], capture_output=True, check=True)
lessons = {lesson["id"]: pathlib.Path(lesson["source"]).stem for lesson in json.loads(told.stdout)["lessons"]}
for lesson, source in lessons.items():
    packed(f"lesson-{lesson}.data", below("assets/ptx", f"{source}.ptx") + below("assets/recordings", f"{lesson}.*.json"))

loaded = ["warplens.wasm", "first.data"] + [f"lesson-{lesson}.data" for lesson in lessons]
parts = {"lessons": list(lessons), "sizes": {name: (made / name).stat().st_size for name in loaded}}
script = pathlib.Path("web/page.js").read_text(encoding="utf-8")
(made / "page.js").write_text(f"globalThis.warplens = {json.dumps(parts)};\n{script}", encoding="utf-8")
(made / "index.html").write_text(pathlib.Path("web/page.html").read_text(encoding="utf-8"), encoding="utf-8")

# Puts the program's files into few that the page loads: first.data before it starts, lesson by lesson what each of them runs,
# and writes the page with the sizes of all. Run by web/compile in the repository's folder.
import hashlib
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
packed("first.data", fonts + below("assets/ptx", "*.registers") + below("kernels/libraries", "*.cu"))

told = subprocess.run(["node", "build/web/tree/app/command_line.js", "list", "--json", "-"], capture_output=True, check=True)
lessons = {lesson["id"]: [pathlib.Path(source).stem for source in lesson["sources"]] for lesson in json.loads(told.stdout)["lessons"]}
for lesson, sources in lessons.items():
    packed(f"lesson-{lesson}.data", below("assets/ptx", *(f"{source}.ptx" for source in sources)) + below("kernels", *(f"{source}.cu" for source in sources))
           + below("assets/text", f"{lesson}.md") + below("assets/recordings", f"{lesson}.*.json"))

# Each file goes by what its content hashes to: a browser, or the worker that keeps them, has no old one for a new one.
def by_content(name):
    return f"{name}?{hashlib.sha256((made / name).read_bytes()).hexdigest()[:12]}"


def written(name, text):
    (made / name).write_text(text, encoding="utf-8")


def source(name):
    return pathlib.Path("web", name).read_text(encoding="utf-8")


loaded = ["warplens.js", "warplens.wasm", "warplens_threads.js", "warplens_threads.wasm", "first.data"] + [f"lesson-{lesson}.data" for lesson in lessons]
parts = {"lessons": list(lessons), "files": {name: [by_content(name), (made / name).stat().st_size] for name in loaded}}
written("page.js", f"globalThis.warplens = {json.dumps(parts)};\n{source('page.js')}")
subprocess.run(["terser", made / "page.js", "--compress", "--mangle", "--output", made / "page.js"], check=True)
beside = ["page.js", "page.css", "icon.svg"]
for page, original in (("index.html", "page.html"), ("desktop.html", "desktop.html")):
    text = source(original)
    for name in beside:
        text = text.replace(f'"{name}"', f'"{by_content(name)}"')
    written(page, text)
kept = ["index.html", "desktop.html"] + [by_content(name) for name in beside + loaded]
written("worker.js", f"const files = {json.dumps(kept)};\n{source('worker.js')}")

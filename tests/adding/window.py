"""The real window on a display of its own (Xvfb), driven by xdotool: is a card there, and is
something drawn in it?"""
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import time

from page import Wrong

SIZE = (1920, 1080)
PATIENCE = 60


class Window:
    def __init__(self, command, folder):
        self.folder = pathlib.Path(folder)
        self.controls = self.folder / "controls.json"
        self.size = f"{SIZE[0]}x{SIZE[1]}"
        self.surroundings = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder}
        self.surroundings.pop("WAYLAND_DISPLAY", None)
        self.surroundings["DISPLAY"] = self.start_server(folder)
        flags = ["--alone", "--size", self.size, "--controls", self.controls]
        self.program = subprocess.Popen([*command, *flags], env=self.surroundings,
                                        stderr=subprocess.DEVNULL)

    def start_server(self, folder):
        """On a number that is free; what it shows lies in a file."""
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-fbdir", folder, "-nolisten", "tcp",
                   "-noreset", "-screen", "0", self.size + "x24"]
        self.server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            return ":" + number.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.program, self.server):
            process.send_signal(signal.SIGTERM)
            process.wait()

    def shown(self):
        """What the program says of its last frame."""
        try:
            return json.loads(self.controls.read_text())
        except (OSError, ValueError):
            return {"rests": False, "controls": {}}

    def wait_for(self, name):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.program.poll() is None:
            shown = self.shown()
            if shown["rests"] and name in shown["controls"]:
                return shown["controls"][name]
            time.sleep(.02)
        there = ", ".join(self.shown()["controls"])
        raise Wrong(f"The window does not come to show {name}; it has {there}.")

    def click(self, name):
        x, y, width, height = self.wait_for(name)
        place = [str(int(x + width / 2)), str(int(y + height / 2))]
        away = ["mousemove", "0", "0"]      # the pointer is a picture too
        subprocess.run(["xdotool", "mousemove", *place, "click", "1", *away],
                       env=self.surroundings, check=True)

    def pixels(self, area):
        """Rows of an area as they stand on the display; 4 bytes each."""
        x, y, width, height = (int(value) for value in area)
        data = (self.folder / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", data[:100])
        first, row = header[0] + 12 * header[19], header[12]
        starts = [first + line * row + 4 * x for line in range(y, y + height)]
        return [data[start:start + 4 * width] for start in starts]

    def colours(self, area):
        """Of the pixels of an area, once nothing moves there."""
        before = None
        while before != (rows := self.pixels(area)):
            before = rows
            time.sleep(.3)
        return {row[i:i + 4] for row in rows for i in range(0, len(row), 4)}


def can_be_driven():
    return shutil.which("Xvfb") and shutil.which("xdotool")


def see_card(command, card):
    """Chooses a card in the window and looks whether something stands in it."""
    with tempfile.TemporaryDirectory() as folder, Window(command, folder) as window:
        window.wait_for("knob.block")
        if f"shown.{card}" not in window.shown()["controls"]:
            window.click("cards.more")
            window.click(f"card.{card}")
        x, y, width, height = window.wait_for(f"shown.{card}")
        inside = x + width * .05, y + height * .25, width * .9, height * .7  # without its title
        if len(window.colours(inside)) < 16:      # letters have edges of many shades
            raise Wrong(f"The card {card} stands in the window, and nothing is drawn in it.")

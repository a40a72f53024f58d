"""What stands in for PBS in tests/cluster/run: jobs are files in $PBS_STAND_IN, and each has a
process that waits for those before it and then runs its script. No queue, no limits, one node."""
import os, signal, subprocess, sys, time

folder = os.environ["PBS_STAND_IN"]
SERVER = ".server.of.the.test"


def number(word):
    return int(word.split(".")[0])


def path(job, what):
    return f"{folder}/{job}.{what}"


def read(job, what):
    try:
        with open(path(job, what)) as file:
            return file.read()
    except OSError:
        return ""


def note(job, what, text):
    with open(path(job, what) + ".new", "w") as file:
        file.write(text)
    os.rename(path(job, what) + ".new", path(job, what))


def jobs():
    return sorted(int(name.split(".")[0]) for name in os.listdir(folder)
                  if name.endswith(".state"))


def qsub(words):
    variables, after = {}, []
    while words and words[0].startswith("-"):
        flag, value, words = words[0], words[1], words[2:]
        if flag == "-v":
            variables = dict(each.split("=", 1) for each in value.split(","))
        elif flag == "-W" and value.startswith("depend=afterany:"):
            after = [number(each) for each in value.split(":")[1:]]
        else:
            sys.exit(f"qsub: illegal option {flag} {value}")
    job = len(jobs()) + 1
    note(job, "state", "H" if after else "Q")
    script = words[0]
    with open(script) as file:
        name = next(line.split()[2] for line in file if line.startswith("#PBS -N"))
    note(job, "name", name)
    if os.fork() == 0:
        os.setsid()
        quiet = os.open(os.devnull, os.O_RDWR)
        for each in (0, 1, 2):
            os.dup2(quiet, each)
        live(job, script, variables, after, name)
        os._exit(0)
    print(f"{job}{SERVER}")


def live(job, script, variables, after, name):
    while any(read(each, "state") != "F" for each in after):
        time.sleep(0.1)
    output = f"{folder}/merges" if "merge" in name else path(job, "output")
    while True:
        with open(output, "a") as file:
            child = subprocess.Popen(["bash", script], env=dict(os.environ, **variables),
                                     stdout=file, stderr=file, start_new_session=True)
        note(job, "process", str(child.pid))
        note(job, "state", "R")
        child.wait()
        if not os.path.exists(path(job, "again")):
            break
        os.remove(path(job, "again"))
    note(job, "state", "F")


def qstat(_):
    print("Job id            Name             User              Time Use S Queue")
    print("----------------  ---------------- ----------------  -------- - -----")
    for job in jobs():
        if read(job, "state") != "F":
            known = f"{job}{SERVER}"[:15] + "*"
            print(f"{known:17} {read(job, 'name'):16} {'somebody':16}  00:00:01 "
                  f"{read(job, 'state')} gpu")


def qrerun(words):
    job = number(words[0])
    note(job, "again", "")
    os.killpg(int(read(job, "process")), signal.SIGKILL)

"""A Slurm of our own for a test: Debian's daemons, several nodes on this machine, all in one folder.

Nothing is installed or started elsewhere, and stop() ends what was started, by process id."""
import getpass, os, shutil, signal, socket, subprocess, time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo"]


def missing():
    return [name for name in PROGRAMS if not found(name)]


def found(name):
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/bin:/bin")


def free_ports(count):
    held = [socket.socket() for _ in range(count)]
    for each in held:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


CONFIGURATION = """ClusterName=warplens
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2
JobRequeue=1
ReturnToService=2
MaxArraySize={most}
SlurmdTimeout=6
KillWait=2
GresTypes=gpu
SlurmdParameters=config_overrides
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class Slurm:
    def __init__(self, folder, nodes, most_in_array):
        self.folder, self.nodes, self.daemons = folder, nodes, {}
        self.environment = dict(os.environ, SLURM_CONF=f"{folder}/slurm.conf")
        self.environment["PATH"] += ":/usr/sbin:/sbin"
        host = socket.gethostname().split(".")[0]
        ports = free_ports(len(nodes) + 1)
        text = CONFIGURATION.format(host=host, user=getpass.getuser(), folder=folder,
                                    most=most_in_array, controller=ports[0])
        for node, port in zip(nodes, ports[1:]):
            text += (f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 "
                     "RealMemory=500 Gres=gpu:1 State=UNKNOWN\n")
        os.makedirs(f"{folder}/state")
        for name, lines in [("slurm.conf", text), ("gres.conf", "Name=gpu File=/dev/null\n"),
                            ("cgroup.conf", "CgroupPlugin=cgroup/v1\n")]:
            with open(f"{folder}/{name}", "w") as file:
                file.write(lines)

    def start(self):
        key = f"{self.folder}/munge.key"
        with open(key, "wb") as file:
            file.write(os.urandom(1024))
        os.chmod(key, 0o400)
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}",
                    *[f"--{name}={self.folder}/munge.{name.split('-')[0]}"
                      for name in ("socket", "pid-file", "log-file", "seed-file")])
        self.until(lambda: os.path.exists(f"{self.folder}/munge.socket"), "munged")
        self.daemon("slurmctld", "-D")
        for node in self.nodes:
            self.start_node(node)
        self.until(lambda: self.states().count("idle") == len(self.nodes), "its nodes", 60)

    def start_node(self, node):
        self.daemon("slurmd", "-D", "-N", node, key=node)

    def daemon(self, name, *words, key=None):
        with open(f"{self.folder}/{key or name}.out", "ab") as output:
            self.daemons[key or name] = subprocess.Popen(
                [found(name), *words], env=self.environment, stdout=output, stderr=output,
                stdin=subprocess.DEVNULL, start_new_session=True)

    def run(self, *words, fails=False):
        done = subprocess.run([found(words[0]) or words[0], *words[1:]], env=self.environment,
                              capture_output=True, text=True, timeout=120)
        if done.returncode and not fails:
            raise SystemExit(f"{' '.join(words)}: {done.stderr}{done.stdout}")
        return done.stdout

    def states(self):
        return self.run("sinfo", "--noheader", "--Node", "--format=%t", fails=True).split()

    def queue(self):
        """(job id, array id, index, state, node) of each task, arrays told apart."""
        lines = self.run("squeue", "--noheader", "--array", "--name=warplens",
                         "--format=%A|%F|%K|%T|%N").splitlines()
        return [line.split("|") for line in lines]

    def processes(self, node):
        """What runs for jobs of that node: scripts and all below, and who started the scripts."""
        marks = {f"SLURMD_NODENAME={node}".encode(),
                 f"SLURM_CONF={self.folder}/slurm.conf".encode()}
        found_ids = set()
        for each in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{each}/environ", "rb") as file:
                    if not marks <= set(file.read().split(b"\0")):
                        continue
                with open(f"/proc/{each}/stat") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
                with open(f"/proc/{parent}/comm") as file:
                    if file.read().startswith("slurmstepd"):
                        found_ids.add(parent)
            except OSError:
                continue
            found_ids.add(int(each))
        return found_ids

    def kill_node(self, node):
        """As when its power fails: nothing of it is left, and nobody was told."""
        daemon = self.daemons.pop(node)
        daemon.kill()
        daemon.wait()
        for each in self.processes(node):
            try:
                os.kill(each, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def until(self, holds, what, seconds=30):
        end = time.time() + seconds
        while not holds():
            if time.time() > end:
                raise SystemExit(f"{what}: not within {seconds} s; see {self.folder}")
            time.sleep(0.3)

    def stop(self):
        subprocess.run([found("scancel"), "--name=warplens,warplens-merge"], env=self.environment,
                       capture_output=True, timeout=30) if self.daemons else None
        for node in self.nodes:
            if node in self.daemons:
                self.kill_node(node)
        for daemon in self.daemons.values():
            daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()

"""A filter for the kernel (`man 2 seccomp`): the system calls that a computation needs, and no others.

What is missing is missing on purpose: a second process or thread, locks, leases, queues, shared and pinned memory,
which no limit counts; pipes and counts of what was read from disk, which tell what a neighbour does; rights of files,
some of which are the machine's; sockets, debugging, namespaces, mounts. Bubblewrap loads it just before Python starts.
"""

import platform
import struct

# A call's name and its numbers on x86_64 and aarch64 ("-": not to be had there). The kernel never changes them.
CALLS = """
    # files
    read:0:63 write:1:64 readv:19:65 writev:20:66 pread64:17:67 pwrite64:18:68 open:2:- openat:257:56 creat:85:-
    close:3:57 close_range:436:436 stat:4:- fstat:5:80 lstat:6:- newfstatat:262:79 statx:332:291 lseek:8:62
    access:21:- faccessat:269:48 faccessat2:439:439 readlink:89:- readlinkat:267:78 getdents:78:- getdents64:217:61
    getcwd:79:17 chdir:80:49 fchdir:81:50 mkdir:83:- mkdirat:258:34 rmdir:84:- unlink:87:- unlinkat:263:35 rename:82:-
    renameat:264:38 renameat2:316:276 truncate:76:45 ftruncate:77:46 dup:32:23 dup2:33:- dup3:292:24 fcntl:72:25
    ioctl:16:29 umask:95:166 statfs:137:43 fstatfs:138:44 poll:7:- ppoll:271:73 select:23:- pselect6:270:72
    # memory
    mmap:9:222 munmap:11:215 mprotect:10:226 mremap:25:216 brk:12:214 madvise:28:233
    # signals and time
    rt_sigaction:13:134 rt_sigprocmask:14:135 rt_sigreturn:15:139 rt_sigpending:127:136 sigaltstack:131:132
    kill:62:129 tgkill:234:131 tkill:200:130 setitimer:38:103 getitimer:36:102 alarm:37:- pause:34:- nanosleep:35:101
    clock_nanosleep:230:115 clock_gettime:228:113 clock_getres:229:114 gettimeofday:96:169 time:201:- times:100:153
    restart_syscall:219:128
    # itself
    execve:59:221 exit:60:93 exit_group:231:94 wait4:61:260 waitid:247:95 getpid:39:172 getppid:110:173 gettid:186:178
    getuid:102:174 geteuid:107:175 getgid:104:176 getegid:108:177 getgroups:115:158 getresuid:118:148
    getresgid:120:150 getpgrp:111:- getpgid:121:155 getsid:124:156 getrlimit:97:163 setrlimit:160:164
    prlimit64:302:261 uname:63:160 sched_yield:24:124 sched_getaffinity:204:123 getcpu:309:168 futex:202:98
    set_robust_list:273:99 set_tid_address:218:96 rseq:334:293 arch_prctl:158:- getrandom:318:278 prctl:157:167
"""
# The calls of which some uses are refused: where the argument stands, and what it may be.
FCNTL_MAY = (0, 1, 2, 3, 4, 1030)  # duplicate a descriptor, read and set its flags; neither locks, leases nor sizes
IOCTL_MAY = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)  # ask what a terminal is; bytes to read; close-on-exec
MADVISE_MAY = (0, 4, 14, 15)  # normal, not needed, huge pages or none; nothing that others notice or can bring about
PRCTL_MAY = (4, 22)  # leave nothing behind in a crash; load a filter
FUTEX_MUST = 0x80  # within one process: otherwise two sandboxes could wake each other through a file that both may read
MMAP_MAY_NOT = 0x01 | 0x08 | 0x40000  # shared; dropped when others need it; of the machine's reserve of huge pages

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
LOAD, JUMP_EQUAL, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16
KILL, NOT_PERMITTED = 0x80000000, 1
ALLOWED, REFUSED = (RETURN, 0, 0, 0x7FFF0000), (RETURN, 0, 0, 0x00050000 | NOT_PERMITTED)

Step = tuple[int, int, int, int]  # an operation, how far to jump if true and if false, an operand


def numbers(machine: str) -> dict[str, int]:
    rows = [call.split(":") for line in CALLS.splitlines() if "#" not in line for call in line.split()]
    column = 1 + list(MACHINES).index(machine)
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


def program(machine: str | None = None) -> bytes:
    """The filter for this machine, as bubblewrap's ``--seccomp`` reads it."""
    calls = numbers(machine := known(machine))
    steps = [(LOAD, 0, 0, MACHINE), (JUMP_EQUAL, 1, 0, MACHINES[machine]), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    steps += _only(calls.pop("fcntl"), 1, FCNTL_MAY)
    steps += _only(calls.pop("ioctl"), 1, IOCTL_MAY)
    steps += _only(calls.pop("madvise"), 2, MADVISE_MAY)
    steps += _only(calls.pop("prctl"), 0, PRCTL_MAY)
    steps += _check(calls.pop("mmap"), 3, [(JUMP_ANY_BIT, 0, 1, MMAP_MAY_NOT), REFUSED, ALLOWED])
    steps += _check(calls.pop("futex"), 1, [(JUMP_ANY_BIT, 0, 1, FUTEX_MUST), ALLOWED, REFUSED])
    for number in calls.values():
        steps += [(JUMP_EQUAL, 0, 1, number), ALLOWED]
    return _packed([*steps, REFUSED])


def last_program(machine: str | None = None) -> bytes:
    """The filter that is added before code of strangers runs: no other program, and no further filter."""
    calls = numbers(known(machine))
    refused = [step for name in ("execve", "prctl") for step in ((JUMP_EQUAL, 0, 1, calls[name]), REFUSED)]
    return _packed([(LOAD, 0, 0, NUMBER), *refused, ALLOWED])


def known(machine: str | None) -> str:
    machine = machine or platform.machine()
    if machine not in MACHINES:
        raise NotImplementedError(f"programs can be confined on {' and '.join(MACHINES)}, this machine is {machine}")
    return machine


def _packed(steps: list[Step]) -> bytes:
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _only(number: int, argument: int, values: tuple[int, ...]) -> list[Step]:
    return _check(number, argument, [step for v in values for step in ((JUMP_EQUAL, 0, 1, v), ALLOWED)] + [REFUSED])


def _check(number: int, argument: int, steps: list[Step]) -> list[Step]:
    steps = [(LOAD, 0, 0, ARGUMENTS + 8 * argument), *steps]
    return [(JUMP_EQUAL, 0, len(steps), number), *steps]

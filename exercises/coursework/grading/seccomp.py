"""A filter for the kernel: the system calls that a student's code has no business making.

No second process (so that a limit on one process's memory is a limit on all of it), no second thread (a machine has
only so many, and where root grades no limit holds them), no socket, no memory that the limit does not count, no
debugging of other processes, no new namespaces. The filter is a program for the kernel's small virtual machine, see
`man 2 seccomp`; bubblewrap loads it just before Python starts.
"""

import platform
import struct

# The calls' numbers by machine; the kernel never changes them.
CALLS: dict[str, dict[str, int]] = {
    "x86_64": {
        "shmget": 29, "socket": 41, "socketpair": 53, "fork": 57, "vfork": 58, "semget": 64, "msgget": 68,
        "ptrace": 101, "syslog": 103,
        "personality": 135, "pivot_root": 155, "chroot": 161, "mount": 165, "umount2": 166,
        "add_key": 248, "request_key": 249, "keyctl": 250, "unshare": 272, "perf_event_open": 298, "setns": 308,
        "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "memfd_create": 319, "bpf": 321,
        "userfaultfd": 323, "io_uring_setup": 425, "pidfd_open": 434, "pidfd_getfd": 438, "memfd_secret": 447,
        "clone": 56, "clone3": 435,
    },
    "aarch64": {
        "shmget": 194, "socket": 198, "socketpair": 199, "semget": 190, "msgget": 186,
        "ptrace": 117, "syslog": 116, "personality": 92, "pivot_root": 41, "chroot": 51, "mount": 40, "umount2": 39,
        "add_key": 217, "request_key": 218, "keyctl": 219, "unshare": 97, "perf_event_open": 241, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "memfd_create": 279, "bpf": 280,
        "userfaultfd": 282, "io_uring_setup": 425, "pidfd_open": 434, "pidfd_getfd": 438, "memfd_secret": 447,
        "clone": 220, "clone3": 435,
    },
}  # fmt: skip
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
FIRST_X32_CALL = 0x40000000  # the same calls of x86_64 under other numbers

LOAD, JUMP_EQUAL, JUMP_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, MACHINE = 0, 4
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
NOT_PERMITTED = 1


def program(machine: str | None = None) -> bytes:
    """The filter for this machine, as bubblewrap's ``--seccomp`` reads it.

    Raises
    ------
    NotImplementedError
        A machine other than x86_64 and aarch64.
    """
    machine = machine or platform.machine()
    if machine not in CALLS:
        raise NotImplementedError(f"student code can be confined on {' and '.join(CALLS)}, this machine is {machine}")
    steps = [(LOAD, 0, 0, MACHINE), (JUMP_EQUAL, 1, 0, MACHINES[machine]), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    steps += [(JUMP_AT_LEAST, 0, 1, FIRST_X32_CALL), (RETURN, 0, 0, REFUSE | NOT_PERMITTED)]
    for number in CALLS[machine].values():
        steps += [(JUMP_EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | NOT_PERMITTED)]
    steps += [(RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)

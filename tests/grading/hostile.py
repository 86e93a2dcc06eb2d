"""Submissions that want points without the work, or harm: code that is added to an untouched student version.

None of them may earn a point. `SOLVED` holds the answers, which some of them try to reach.
"""

FAKE = """
class Yes(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    __rsub__ = __add__ = __sub__
    def __abs__(self): return 0.0
    def __le__(self, other): return True
    __lt__ = __ge__ = __gt__ = __le__
    def __hash__(self): return 0
    def __repr__(self): return "nan"
"""
EVERYTHING = """
count_pairs = lambda **given: answer
accuracy_from_counts = default_accuracy_of = count_pairs
accuracy_by_hand = better_than_its_score = loss_against_accuracy = answer
"""
REPLIES = """
import json, os, sys
requests, replies = int(sys.argv[1]), int(sys.argv[2])
"""
LIBRARY = """
def count_pairs(y_true, y_pred, labels):
    {found}
    return confusion_matrix(y_true, y_pred, labels=labels).to_numpy()

def default_accuracy_of(cm):
    import pandas as pd
    {found}
    return default_accuracy(pd.DataFrame(cm))
"""

CODE = {
    # libraries that hold the answers
    "imports the package": LIBRARY.format(found="from evalmetrics import confusion_matrix, default_accuracy"),
    "imports the package before": (
        "import evalmetrics\nfrom evalmetrics import confusion_matrix, default_accuracy\n"
        + LIBRARY.format(found="pass")
    ),
    "imports scikit-learn": (
        "from sklearn.metrics import confusion_matrix\n"
        "def count_pairs(y_true, y_pred, labels):\n    return confusion_matrix(y_true, y_pred, labels=labels)\n"
        "import sklearn.metrics as m\n"
        "def accuracy_from_counts(correct, n): return m.accuracy_score([1] * n, [1] * correct + [0] * (n - correct))"
    ),
    "throws out the stand-ins": (
        "import sys\nsys.meta_path = [f for f in sys.meta_path if 'Absent' not in type(f).__name__]\n"
        "for name in list(sys.modules):\n    if name.startswith(('evalmetrics', 'sklearn')): del sys.modules[name]\n"
        + LIBRARY.format(found="from evalmetrics import confusion_matrix, default_accuracy")
    ),
    "looks for the package everywhere": (
        "import os, sys\n"
        "for folder, _, files in os.walk('/'):\n"
        "    if not folder.startswith('/proc') and {'confusion.py'} & set(files):\n"
        "        sys.path.insert(0, os.path.dirname(folder))\n"
        + LIBRARY.format(found="from evalmetrics import confusion_matrix, default_accuracy")
    ),
    "installs the package": (
        "import subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'pip', 'install', '--target', '/tmp/p', 'scikit-learn'], check=True)\n"
        "sys.path.insert(0, '/tmp/p')\n"
        + LIBRARY.format(found="from evalmetrics import confusion_matrix, default_accuracy")
    ),
    "asks the coursework for the answer": (
        "from evalmetrics_exercises.tasks import find_task\n"
        "count_pairs = find_task('count_pairs').reference\n"
        "default_accuracy_of = find_task('default_accuracy_of').reference"
    ),
    # patched judges
    "patches the check": (
        "import evalmetrics_exercises as ee\nee.check = lambda *_: True\nee.judging = ee\n"
        "ee.judge = lambda *_: 100\ncheck = lambda *_: 1"
    ),
    "patches NumPy": (
        "import numpy as np, numpy.testing\nnp.isclose = np.allclose = np.array_equal = lambda *_, **__: True\n"
        "numpy.testing.assert_equal = numpy.testing.assert_allclose = lambda *_, **__: None"
    ),
    "patches the built-ins": (
        "import builtins\nbuiltins.abs = lambda x: 0.0\nbuiltins.all = lambda x: True\nbuiltins.len = lambda x: 1\n"
        "builtins.isinstance = lambda *_: True\nbuiltins.type = lambda x: float"
    ),
    "patches IPython": (
        "from IPython.core.interactiveshell import ExecutionResult\n"
        "ExecutionResult.success = property(lambda self: True)"
    ),
    "patches json": (
        'import json\njson.dumps = lambda reply, **_: \'{"id": %d, "value": true, "earned": 100}\' % reply[\'id\']'
    ),
    "patches the runner": (
        "import sys, gc, types\n"
        "for thing in gc.get_objects():\n"
        "    if isinstance(thing, types.FunctionType) and thing.__name__ in ('plain', 'answer', 'reason'):\n"
        "        thing.__code__ = (lambda *_: True).__code__"
    ),
    "says that it passed": "print('23/23'); earned = points = score = 23; raise SystemExit(0)",
    # fake equality
    "equals everything": FAKE + "answer = Yes()" + EVERYTHING,
    "an array that equals everything": (
        "import numpy as np\nclass All(np.ndarray):\n"
        "    def __array_ufunc__(self, *_, **__): return True\n"
        "    def tolist(self): return self\n    def __eq__(self, other): return True\n"
        "answer = np.zeros((2, 2)).view(All)" + EVERYTHING
    ),
    "nan for everything": "answer = float('nan')" + EVERYTHING.replace("accuracy_from_counts = ", ""),
    "true for everything": "answer = True" + EVERYTHING,
    "infinity for everything": "answer = float('inf')" + EVERYTHING,
    "none for everything": "answer = None" + EVERYTHING,
    "a dict with every key": (
        "class Any(dict):\n"
        "    def __getitem__(self, key): return 1.0\n    def keys(self): return {'A', 'B'}\n"
        "    def get(self, *_): return 1.0\nanswer = Any()" + EVERYTHING
    ),
    "a mapping without end": (
        "from collections.abc import Mapping\nclass Endless(Mapping):\n"
        "    def __iter__(self):\n        while True: yield 'A'\n"
        "    def __len__(self): return 2\n    def __getitem__(self, key): return self\nanswer = Endless()" + EVERYTHING
    ),
    # forged replies
    "forges replies": REPLIES
    + "for i in range(500): os.write(replies, json.dumps({'id': i, 'value': 1.0}).encode() + b'\\n')",
    "forges a verdict": REPLIES + 'os.write(replies, b\'{"earned": 23, "points": 23, "full": true}\\n\' * 100)',
    "answers garbage": REPLIES + "os.write(replies, bytes(range(256)) * 100 + b'\\n')",
    "answers a pickle": REPLIES
    + "import pickle\nclass Run:\n    def __reduce__(self): return (os.system, ('touch /tmp/pwned',))\n"
    "os.write(replies, pickle.dumps(Run()) + b'\\n')",
    "answers deep JSON": REPLIES + "os.write(replies, b'[' * 200_000 + b'\\n')",
    "answers a number too long": REPLIES + "os.write(replies, b'{\"id\": 3, \"value\": ' + b'9' * 500_000 + b'}\\n')",
    "answers without end": REPLIES + "while True: os.write(replies, b'x' * 65536)",
    "closes every file": "import os\nos.closerange(0, 64)",
    "swallows the questions": REPLIES + "import time\nos.read(requests, 1)\ntime.sleep(60)",
    "reads the questions ahead": REPLIES + "os.set_blocking(requests, False)\n"
    "def accuracy_by_hand_from(line): return json.loads(line)\n"
    "accuracy_by_hand = {'accuracy': len(os.read(requests, 10**6))}",
    # data of great size
    "as many classes as examples": (
        "better_than_its_score = {'y_true': list(range(70_000)), 'y_pred': list(range(70_000))}"
    ),
    "deep data that can be read": "answer = 1.0\nfor _ in range(19): answer = [answer]" + EVERYTHING,
    "forges deep data": REPLIES + "def count_pairs(**_):\n"
    "    os.write(replies, b'{\"id\": 16, \"value\": ' + b'[' * 900 + b']' * 900 + b'}\\n')\n"
    "    import time\n    time.sleep(60)",
    "deep data": "answer = []\nfor _ in range(100_000): answer = [answer]" + EVERYTHING,
    "data that holds itself": "answer = []\nanswer.append(answer)" + EVERYTHING,
    "huge text": "answer = 'x' * 200_000_000" + EVERYTHING,
    "a wide array": "import numpy as np\nanswer = np.zeros(1, dtype='U100000000')" + EVERYTHING,
    "a long array": "import numpy as np\nanswer = np.zeros(50_000_000)" + EVERYTHING,
    "a long number": "answer = 10**1_000_000" + EVERYTHING,
    "a huge but printable number": "answer = 10**4000" + EVERYTHING,
    # never ends
    "loops": "while True: pass",
    "loops and swallows interrupts": (
        "import signal\nfor s in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGXCPU):\n"
        "    signal.signal(s, signal.SIG_IGN)\n"
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    ),
    "loops when called": (
        "def count_pairs(**_):\n    while True: pass\naccuracy_from_counts = default_accuracy_of = count_pairs"
    ),
    "sleeps": "import time\ntime.sleep(10**6)",
    "computes without a break": "x = 9**9**9",
    # memory and processes
    "takes all memory": "x = []\nwhile True: x.append(bytearray(10**8))",
    "takes all memory in one piece": "x = bytearray(2**40)",
    "takes memory when called": "def default_accuracy_of(cm): return [0] * 10**10",
    "fills the disk": "for i in range(10**6):\n    open(f'/tmp/{i}', 'wb').write(b'x' * 10**7)",
    "fills shared memory": "for i in range(10**6):\n    open(f'/dev/shm/{i}', 'wb').write(b'x' * 10**7)",
    "hides memory": "import os\nfor i in range(10**6):\n    os.write(os.memfd_create(str(i)), b'x' * 10**8)",
    "forks": "import os\nwhile True: os.fork()",
    "forks by vfork": "import subprocess\nfor _ in range(10**4): subprocess.Popen(['/bin/sh', '-c', 'sleep 60'])",
    "starts processes": "import multiprocessing as m\nfor _ in range(1000): m.Process(target=print).start()",
    "starts threads": (
        "import threading, time\nthreading.stack_size(32768)\n"
        "for i in range(10**5):\n"
        "    try: threading.Thread(target=time.sleep, args=(60,)).start()\n"
        "    except RuntimeError: raise SystemExit(f'{i} threads')"
    ),
    "fills what covers other packages": (
        "import os, sys\n"
        "def accepts(folder):\n"
        "    try: open(f'{folder}/x', 'w').close()\n    except OSError: return False\n    return True\n"
        "tried = {*sys.path, *(f'{p}/{name}' for p in sys.path for name in ('site-packages', 'dist-packages'))}\n"
        "tried |= {folder for folder, *_ in os.walk('/')}\n"
        "raise SystemExit(f'{sorted(filter(accepts, tried))}')"
    ),
    # the end
    "exits": "import os\nos._exit(0)",
    "exits when called": (
        "import os\ndef count_pairs(**_): os._exit(0)\naccuracy_from_counts = default_accuracy_of = count_pairs"
    ),
    "kills": "import os, signal\nos.kill(-1, signal.SIGKILL)\nos.kill(1, signal.SIGKILL)\nos.kill(os.getpid(), 9)",
    "crashes": "import ctypes\nctypes.string_at(0)",
    "overflows the stack": "import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nf()",
    "an exception that cannot be printed": (
        "class Bad(Exception):\n    def __str__(self): raise self\n    __repr__ = __str__\n"
        "def count_pairs(**_): raise Bad\naccuracy_from_counts = default_accuracy_of = count_pairs\nraise Bad"
    ),
    "answers that no file can hold": (
        "def count_pairs(**_): return '\\ud800\\x1b[2J\\u202e'\naccuracy_by_hand = {'accuracy': '\\ud800'}"
    ),
    "an exception of a megabyte": "raise ValueError('x' * 10**6)",
    "an exception with a script": "raise ValueError('<script>alert(1)</script>')",
    # files
    "hunts for sources": (
        "import glob, os\nfound = []\nfor folder, _, files in os.walk('/', onerror=None):\n"
        "    ours = 'evalmetrics_exercises' in folder or not folder.startswith('/packages/site')\n"  # others' examples
        "    found += [os.path.join(folder, f) for f in files\n"
        "              if ours and f.endswith(('.ipynb', 'roster.csv', 'marks.csv', 'course.key', 'judging.py'))]\n"
        "assert not found, found\nraise SystemExit('nothing found')"
    ),
    "hunts for classmates": (
        "import glob, json\nfor path in glob.glob('/**/submitted/**/*.ipynb', recursive=True):\n"
        "    for cell in json.load(open(path))['cells']: exec(''.join(cell['source']))"
    ),
    "reads the parent's memory": (
        "import os\nopen('/proc/1/mem', 'rb').read(10)\nprint(open('/proc/1/environ').read(), os.getppid())"
    ),
    "writes outside": (
        "import os\n"
        "for path in ('/marks.csv', '/root/x', '/etc/x', '/usr/x', '/packages/numpy/x.py', '/runner.py'):\n"
        "    try: open(path, 'w').write('x')\n    except OSError: continue\n    raise RuntimeError(path)\n"
        "raise SystemExit('nothing written')"
    ),
    "mounts": (
        "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "assert libc.unshare(0x10000000) != 0\nassert libc.mount(b'none', b'/tmp', b'tmpfs', 0, b'') != 0\n"
        "assert libc.ptrace(0, 0, 0, 0) != 0\nraise SystemExit('nothing mounted')"
    ),
    "changes the kernel's settings": (
        "import os\nopened = []\n"
        "for path in ('/proc/sys/kernel/core_pattern', '/proc/self/mem', '/sys/kernel/uevent_helper'):\n"
        "    try: opened.append(os.open(path, os.O_WRONLY))\n    except OSError: pass\n"
        "raise SystemExit(f'{len(opened)} opened')"
    ),
    "looks around": (
        "import os\nknown = {'tmp', 'dev', 'etc', 'usr', 'lib', 'lib64', 'packages'}\n"
        "known |= {'exchange.py', 'magics.py', 'runner.py', 'stand_ins.py'}\n"
        "files = [os.path.join(d, f) for d, _, fs in os.walk('/etc') for f in fs] + os.listdir('/tmp')\n"
        "raise SystemExit(f'{len(files)} files, {sorted(os.environ)}')"
    ),
    "replaces the interpreter": ("import os, sys\nos.execv(sys.executable, [sys.executable, '-c', 'print(1)'])"),
    "answers with a thread of its own": REPLIES + "import threading, time\n"
    "def spam():\n    for i in range(10**6):\n"
    "        os.write(replies, json.dumps({'id': i, 'value': 0.5}).encode() + b'\\n')\n        time.sleep(0.0005)\n"
    "threading.Thread(target=spam, daemon=True).start()",
    "calls the kernel by its old door": (
        "import ctypes, mmap\nb = mmap.mmap(-1, 4096, prot=7)\nb.write(bytes([0xB8, 2, 0, 0, 0, 0xCD, 0x80, 0xC3]))\n"
        "ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(b)))()"
    ),
    "hides memory in System V": (
        "import ctypes\nassert ctypes.CDLL(None).shmget(0, 10**9, 0o1777) == -1\nraise SystemExit('refused')"
    ),
    "hides memory in shared pages": (
        "import mmap\ntry: m = mmap.mmap(-1, 2**20)\nexcept OSError: raise SystemExit('not shared')"
    ),
    "locks, leases and pins": (
        "import ctypes, fcntl, os\nlibc = ctypes.CDLL(None, use_errno=True)\nf = open('/runner.py')\n"
        "fd = os.open('/tmp/x', os.O_CREAT | os.O_RDWR)\nw = fd\ndone = []\n"
        "def tries(name, call, *given):\n"
        "    try: result = call(*given)\n    except OSError: return\n"
        "    if result != -1: done.append(name)\n"
        "tries('flock', fcntl.flock, f, fcntl.LOCK_EX)\n"
        "tries('lockf', fcntl.lockf, fd, fcntl.LOCK_EX)\n"
        "tries('lease', fcntl.fcntl, f, fcntl.F_SETLEASE, fcntl.F_WRLCK)\n"
        "tries('pipe size', fcntl.fcntl, w, 1031, 2**20)\n"
        "tries('reserve', libc.fallocate, fd, 1, ctypes.c_long(0), ctypes.c_long(2**30))\n"
        "tries('reserve', fcntl.ioctl, fd, 0x40305828, bytes(48))\n"
        "tries('vmsplice', libc.vmsplice, w, (ctypes.c_long * 2)(id(fd), 1), 1, 0)\n"
        "tries('inotify', libc.inotify_init)\ntries('queue', libc.mq_open, b'/q', 0o100, 0o600, None)\n"
        "for path in ('/dev/null', '/dev/full', 0, 1, 2): tries('chmod', os.chmod, path, 0o666)\n"
        "tries('times', os.utime, '/dev/null')\ntries('pipe', os.pipe)\n"
        "tries('wake', libc.syscall, {'x86_64': 202}.get(os.uname().machine, 98), id(fd), 1, 1)\n"
        "import resource\ntries('disk', resource.getrusage, 0)\n"
        "if resource.getrlimit(resource.RLIMIT_SIGPENDING)[1] > 64: done.append('signals')\n"
        "raise SystemExit(f'{done} done')"
    ),
    "makes files without end": (
        "import os\nfor i in range(10**9): os.close(os.open('/tmp/' + 'x' * 200 + str(i), os.O_CREAT))"
    ),
    "makes files and talks meanwhile": (
        "import os, sys\nfor i in range(10**9):\n    os.close(os.open(f'/tmp/{i}', os.O_CREAT))\n"
        "    if i % 50 == 0: os.write(int(sys.argv[2]), b' ')"
    ),
    "every candidate at once": (
        "accuracy_by_hand = {k: [i / 1000 for i in range(1001)]\n"
        "                    for k in ('accuracy', 'error_rate', 'default_accuracy', 'gain')}"
    ),
    "an answer that changes": (
        "class V:\n    n = 0\n    def tolist(self):\n        V.n += 1\n        return V.n / 1000\n"
        "accuracy_by_hand = {k: V() for k in ('accuracy', 'error_rate', 'default_accuracy', 'gain')}"
    ),
    "finds the answers in memory": (
        "import gc\ndef default_accuracy_of(cm):\n    for thing in gc.get_objects():\n"
        "        if isinstance(thing, dict) and 'reference' in thing: return thing['reference'](cm)"
    ),
    "raises its limits": (
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))\nx = bytearray(8 * 10**9)"
    ),
    "uses the network": (
        "import socket, urllib.request\n"
        "try: socket.create_connection(('1.1.1.1', 80), 2)\n"
        "except OSError as error: raise SystemExit(f'no network: {error}')\n"
        "urllib.request.urlopen('http://127.0.0.1:8888')"
    ),
    "prints 200 MB": "for _ in range(2000): print('x' * 100_000)",
    "prints 200 MB of errors": "import sys\nfor _ in range(2000): print('x' * 100_000, file=sys.stderr)",
    "replaces the modules": (
        "import sys, types\nfor name in list(sys.modules):\n    sys.modules[name] = types.ModuleType(name)"
    ),
    "runs at the end": "import atexit, os\natexit.register(os.system, 'touch /tmp/x')\nraise SystemExit",
    "another student's data": (
        "me = student('solved')\ndata = np.array(variant('accuracy_by_hand', student('solved')))\n"
        "accuracy_by_hand = {COPIED}"
    ),
    "lone surrogates": "x = '\\ud800'\nraise ValueError('\\udfff')",
    "wrong types": "count_pairs = 3\naccuracy_from_counts = 'x'\ndefault_accuracy_of = [1]",
    "arguments of its own": "def count_pairs(): return [[1]]\ndef default_accuracy_of(a, b, c): return 1",
    "a generator": "def count_pairs(**_):\n    while True: yield 1",
    "a coroutine": "async def count_pairs(**_): return 1\nasync def default_accuracy_of(cm): return 1",
}

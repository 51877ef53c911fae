//! Names that each language provides itself: *external*, not *unresolved*.

use tribunal_domain::Language;

/// Whether a bare name is built into the language or its environment.
pub(crate) fn contains(language: Language, name: &str) -> bool {
    let list = match language {
        Language::Python => PYTHON,
        Language::TypeScript | Language::Tsx | Language::JavaScript => SCRIPT,
        Language::Rust => RUST,
        Language::Go => GO,
        Language::Java => JAVA,
        Language::C | Language::Cpp => C,
        Language::Lua => LUA,
        _ => return false,
    };
    list.split_ascii_whitespace().any(|known| known == name)
}

const PYTHON: &str = "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile \
    complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr \
    globals hasattr hash help hex id input int isinstance issubclass iter len license list locals map max memoryview min \
    next object oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str \
    sum super tuple type vars zip __import__ __name__ __file__ __doc__ __package__ __spec__ __loader__ __path__ \
    __builtins__ __debug__ __annotations__ __class__ __qualname__ __module__ NotImplemented Ellipsis None True False \
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError \
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError \
    ConnectionResetError DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup \
    FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning \
    IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError \
    ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning \
    PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError \
    RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError \
    TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning \
    UserWarning ValueError Warning WindowsError ZeroDivisionError reveal_type reveal_locals unicode basestring long xrange";

const SCRIPT: &str = "Array ArrayBuffer AsyncIterable AsyncIterator AsyncGenerator Atomics BigInt Boolean DataView Date Error \
    EvalError Function Generator Infinity Intl Iterable Iterator IterableIterator JSON Map Math NaN Number Object Promise \
    PromiseLike Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError WeakMap \
    WeakRef WeakSet AggregateError FinalizationRegistry ArrayLike PropertyKey ReadonlyArray ReadonlyMap ReadonlySet Record \
    Partial Required Readonly Pick Omit Exclude Extract NonNullable Parameters ReturnType InstanceType \
    ConstructorParameters ThisType ThisParameterType OmitThisParameter Uppercase Lowercase Capitalize Uncapitalize \
    Awaited NoInfer PropertyDescriptor TemplateStringsArray Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array \
    Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array SharedArrayBuffer globalThis undefined \
    arguments eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape \
    unescape console window document navigator location history localStorage sessionStorage fetch Request Response Headers \
    URL URLSearchParams FormData Blob File FileReader Event CustomEvent EventTarget EventListener Node Element HTMLElement \
    HTMLInputElement HTMLSelectElement HTMLTextAreaElement HTMLDivElement HTMLButtonElement HTMLFormElement \
    HTMLAnchorElement HTMLImageElement SVGElement Text Comment DocumentFragment ShadowRoot MutationObserver \
    IntersectionObserver ResizeObserver MouseEvent KeyboardEvent TouchEvent PointerEvent InputEvent setTimeout clearTimeout \
    setInterval clearInterval setImmediate clearImmediate requestAnimationFrame cancelAnimationFrame queueMicrotask \
    structuredClone performance crypto AbortController AbortSignal TextEncoder TextDecoder WebSocket Worker MessageChannel \
    XMLHttpRequest alert confirm prompt process Buffer global require module exports __dirname __filename NodeJS JSX \
    describe it test expect beforeEach afterEach beforeAll afterAll vi jest suite bench any unknown never void string \
    number boolean object symbol bigint this super null true false import";

const RUST: &str = "Option Some None Result Ok Err Box Vec String ToString ToOwned Clone Copy Send Sync Sized Drop Fn FnMut \
    FnOnce drop AsRef AsMut Into From Default Iterator Extend IntoIterator DoubleEndedIterator ExactSizeIterator Eq \
    PartialEq Ord PartialOrd TryFrom TryInto FromIterator Unpin Debug Hash i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 \
    usize f32 f64 bool char str println print eprintln eprint format panic assert assert_eq assert_ne debug_assert \
    debug_assert_eq debug_assert_ne vec write writeln todo unimplemented unreachable matches dbg include_str include_bytes \
    include env option_env concat stringify line column file module_path cfg compile_error thread_local format_args \
    macro_rules derive test inline allow expect warn deny cfg_attr must_use doc repr std core alloc Self self crate super \
    bench global_allocator no_mangle non_exhaustive deprecated cold track_caller ignore should_panic target_feature link \
    export_name path proc_macro proc_macro_derive proc_macro_attribute macro_use macro_export automatically_derived \
    static_ref mem []";

const GO: &str = "append cap clear close complex copy delete imag len make max min new panic print println real recover bool \
    byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 \
    uintptr any comparable true false nil iota _ [] map";

const JAVA: &str = "Object String Integer Long Double Float Boolean Byte Short Character Number Math System Thread Runnable \
    Iterable Comparable CharSequence StringBuilder StringBuffer Class ClassLoader Process Runtime Void Enum Record \
    Throwable Exception Error RuntimeException IllegalArgumentException IllegalStateException NullPointerException \
    IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException ClassCastException \
    ArithmeticException UnsupportedOperationException NumberFormatException InterruptedException CloneNotSupportedException \
    ClassNotFoundException NoSuchFieldException NoSuchMethodException InstantiationException IllegalAccessException \
    ReflectiveOperationException SecurityException AssertionError OutOfMemoryError StackOverflowError LinkageError \
    NoClassDefFoundError ExceptionInInitializerError VirtualMachineError Override Deprecated SuppressWarnings \
    FunctionalInterface SafeVarargs AutoCloseable Cloneable Appendable Readable ThreadLocal InheritableThreadLocal \
    StackTraceElement Package Module ThreadGroup ProcessBuilder StrictMath NegativeArraySizeException ArrayStoreException \
    IllegalMonitorStateException java javax jdk sun org com [] \
    int long short byte char boolean float double void";

const C: &str = "NULL nullptr size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t \
    uint32_t uint64_t bool true false FILE va_list va_start va_end va_arg errno stdin stdout stderr printf fprintf sprintf \
    snprintf vsnprintf malloc calloc realloc free memcpy memmove memset memcmp strlen strcmp strncmp strcpy strncpy strcat \
    strchr strrchr strstr strtol strtoul atoi abort exit assert sizeof offsetof fopen fclose fread fwrite fputs fputc puts \
    putchar getchar std int char void float double long short unsigned signed __func__ __FILE__ __LINE__ this";

const LUA: &str = "_ENV _G _VERSION arg assert bit bit32 collectgarbage coroutine debug dofile error getfenv getmetatable io \
    ipairs jit load loadfile loadstring math module newproxy next os package pairs pcall print rawequal rawget rawlen rawset require \
    select setfenv setmetatable string table tonumber tostring type unpack utf8 warn xpcall describe context it pending \
    before_each after_each setup teardown lazy_setup lazy_teardown insulate expose finally spy stub mock vim ngx love";

/**
 * Limits on untrusted input, one per line, with the unit in the name (a plain number is a count) and the reason behind. Rules of the bank's
 * contract (shared/xs2a/bank-limits.ts), sizes of the screen and retention are elsewhere.
 */
const KIB = 1024;
const MIB = 1024 * KIB;

// Clients of every listener: connections, headers and bodies.
export const MAX_CONNECTIONS = 2000; // of one listener, below the usual limit of file descriptors
export const MAX_SPACE_CONNECTIONS = 200; // of one listener of a space: spaces share the file descriptors of a process
/** Node.js options; the default keeps a silent TLS connection open for two minutes. */
export const LISTENER_TIMEOUTS_MS = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
} as const;
export const BROKEN_REQUEST_MS = 5000; // to drain an unparseable request, so that the refusal arrives
export const MAX_BROWSER_HEADER_BYTES = 128 * KIB; // includes cookies of other programs on 127.0.0.1
export const MAX_API_HEADER_BYTES = 64 * KIB; // above the 16 KiB of SVC-6, so that the bank can explain its refusal
export const REQUEST_BODY_MS = 90_000; // longer than requestTimeout, which responds first
export const MAX_REFUSED_BODY_BYTES = 16 * MIB; // drained from a body that is too large, so that the client sees the refusal
export const REFUSED_BODY_MS = 10_000; // for the same
export const MAX_FORM_BYTES = 64 * KIB; // forms of the bank's pages and of the login have a few hundred
export const FORM_MS = 10_000; // for the form of the login, which any program of this machine can send
export const MAX_UNREAD_EVENT_BYTES = 2 * MIB; // queued for a client of events, which can reconnect

// The workbench's own window, and programs that use its signing proxy.
export const MAX_CALL_BYTES = 64 * MIB; // the input of a call: a tab can have a large body
export const MAX_SNAPSHOT_BYTES = 128 * MIB; // of a bank: one with 100,000 payments has 103 MB
export const TRANSFER_MS = 300_000; // for an upload, the input of a call, or a snapshot: Node's own limit for a request
export const MAX_FILE_UPLOAD_BYTES = 4 * MIB; // one file; a key file has a few thousand bytes
export const MAX_WAITING_FILES = 20; // until they are fetched
export const MAX_OPENED_FILES = 10; // at once with the desktop program
export const WAITING_FILE_MS = 10 * 60_000; // until an unfetched file is deleted
export const MAX_TAP_OPERATIONS = 500; // on its board; the catalogue has 77, and a client may call paths with ids
export const MAX_PROXY_BODY_BYTES = 8 * MIB; // a bulk payment with 1,000 transfers is below (PAY-15)

// TPPs of the bank, and its operator.
export const MAX_CONTROL_BODY_BYTES = MIB; // of a control call that carries no snapshot
export const MAX_TPP_ID_CHARS = 500; // stored in the register and with each resource
export const MAX_TPP_NAME_CHARS = 200; // the same
export const MAX_EXPLAINED_TEXT_CHARS = 16_384; // of the signed text in an explanation
export const MAX_BODY_ISSUES = 1000; // one for each transfer of the largest bulk payment
export const MAX_BODY_NESTING = 64; // levels of JSON: indenting takes the square of them
export const MAX_DIAGNOSED_BODY_BYTES = 64 * KIB; // searched for the cause of a wrong signature or digest
export const MAX_INDENTED_CHARS = 256 * KIB; // of that body when indented
export const MAX_DIAGNOSED_VALUE_CHARS = 2048; // of a header that is probed in other formats
export const MAX_SIGNATURE_CHARS = 8192; // base64 by an 8192-bit key, percent-encoded twice over, is shorter
export const MAX_SIGNATURE_TEXTS = 8000; // probed by one search: 20 ms on an ordinary machine
export const MAX_SIGNATURE_TEXTS_CHARS = 3_000_000; // together
export const MAX_RECOVERED_RSA_BITS = 8192; // keys with which BigInt computes a block: larger ones take too long
export const MAX_RECOVERED_EXPONENT = 0xff_ffff; // the same; CAs issue 65537

// Our other programs, whose ports any program may have.
export const MAX_ANSWER_BYTES = 64 * KIB; // a code of the browser host, or a health check
export const MAX_SPACE_LIST_BYTES = 16 * MIB; // thousands of spaces, as the service lists them
export const MAX_CONTROL_ANSWER_BYTES = 8 * MIB; // a response of the control listener that assertions read
export const READY_MS = 3000; // a health check asks every few seconds
export const CONTROL_ANSWER_MS = 10_000; // an ordinary response of the control listener or of the browser host
export const SPACE_ANSWER_MS = 60_000; // may copy the state of a large bank

// Processes and threads that read untrusted files.
export const PROCESS_MEMORY_MB = 1024; // of the process for an import or export
export const MAX_INTERCHANGE_TASKS = 3; // concurrent, each with that memory
export const INTERCHANGE_MS = 60_000; // to read or write the files of other programs
export const CERTIFICATE_IMPORT_MS = 120_000; // for the iterations of key derivation in a PFX file
export const COMMAND_IMPORT_MS = 600_000; // the same at the command line, without a waiting window
export const COMMAND_IMPORT_MEMORY_MB = 2048; // the same
export const FLOW_EXPORT_MEMORY_MB = 3072; // 100,000 events with long addresses take about 1,500 as HTML
export const JSONPATH_MS = 5000; // a path over a body of 64 MB takes about one second
export const JSONPATH_MEMORY_MB = 1024; // for that body and what is found in it

// Certificate files that the user opens.
export const MAX_KEY_DERIVATION_BYTES = 512 * MIB; // of scrypt, outside the memory limit of a process
export const MAX_BER_NESTING = 64; // deeper than any container; the stack would overflow
export const MAX_BER_ELEMENTS = 50_000; // more than any container has
export const MAX_MAC_KEY_BYTES = 128; // the block of SHA-512
export const MAX_RSA_BITS = 16_384; // the limit of OpenSSL
export const MAX_OID_BYTES = 64; // the longest in use have about 20; a hostile one takes minutes
export const MAX_ROOT_FILE_BYTES = 256 * KIB; // certificates have a few thousand

// Files of other programs that the user imports.
export const MAX_IMPORT_BYTES = 64 * MIB; // of all files
export const MAX_IMPORT_FILES = 10_000; // a Bruno collection has one for each request
export const MAX_IMPORT_HEAD_BYTES = 4 * MIB; // one line with their paths and sizes
export const MAX_BUNDLE_BYTES = MAX_IMPORT_HEAD_BYTES + MAX_IMPORT_BYTES; // both as one upload
export const MAX_SOURCE_NESTING = 30; // of folders on the disk
export const MAX_YAML_BYTES = 8 * MIB; // YAML takes longer to read than JSON
export const MAX_YAML_ALIASES = 10_000; // each can repeat all before it
export const MAX_IMPORT_NESTING = 100; // of values
export const MAX_IMPORT_VALUES = 2_000_000; // of one file, for memory
export const MAX_IMPORT_STEPS = 5_000; // half the limit of a collection
export const MAX_IMPORT_FOLDERS = 20; // nested; below the limit of a collection
export const MAX_IMPORT_BODY_CHARS = 4 * MIB; // of one body
export const MAX_IMPORT_BODIES_CHARS = 48 * MIB; // of all bodies: a collection can have 64 MB
export const MAX_OPENAPI_OPERATIONS = 500; // of a document bound to an environment; that of the Berlin Group has 60
export const MAX_OPENAPI_CHARS = 8_000_000; // of what is kept of it
export const MAX_SCHEMAS = 500; // visited for one example: schemas can be recursive
export const MAX_SCHEMA_NESTING = 12; // in that example
export const MAX_SCHEMA_MEMBERS = 200; // of one object in it
export const MAX_BODY_EXAMPLES = 20; // of one operation, each a step
export const MAX_SCRIPT_CHARS = 200_000; // a longer script is not converted
export const MAX_SCRIPT_NESTING = 20; // of blocks or values: each takes a call
export const MAX_PASTED_REQUESTS = 10; // opened as tabs
export const MAX_PASTED_CHARS = MIB; // longer texts are for Import…

// Collections, which may come from others.
export const MAX_STEP_FILE_BYTES = 8 * MIB; // of a step or a folder
export const MAX_STEP_FILE_NESTING = 200; // of values: writing takes a call for each
export const MAX_OPERATIONS_FILE_BYTES = 32 * MIB; // a bank's whole API at the last import
export const MAX_COLLECTION_BYTES = 64 * MIB; // of all listed files, for memory
export const MAX_COLLECTION_FILES = 10_000; // the window lists all of them
export const MAX_COLLECTION_FOLDERS = 10_000; // the same
export const MAX_COLLECTION_NESTING = 32; // of folders: paths must be valid on every system
export const MAX_WATCHED_FOLDERS = 1000; // each uses a resource of the system
export const MAX_FILE_NAME_BYTES = 200; // without its suffix: file systems accept 255 with it
export const MAX_REQUEST_NAME_CHARS = 80; // it becomes the name of a file
export const MAX_FOLDER_PATH_CHARS = 400; // of a step's folder
export const MAX_REQUEST_FIELDS = 500; // parameters, or headers, each a row of the window
export const MAX_REQUEST_LINE_CHARS = 100_000; // of all parameters or of a line; banks take a few thousand
export const MAX_BASE_URL_CHARS = 2000; // no server takes a longer address
export const MAX_HOSTS = 50; // of a bank besides that of its base URL; banks have a few
export const MAX_ROOTS_CHARS = 200_000; // PEM of the CAs of an environment
export const MAX_HEADER_LINES_CHARS = 20_000; // that an environment adds to every request
export const MAX_SIGNED_TEXT_CHARS = 200_000; // of a pasted signing string; headers are at most 64 KiB
export const MAX_PROFILE_HEADERS = 40; // signed headers of a signature profile; banks sign up to ten
export const MAX_PROFILE_TEXT_CHARS = 300; // of each text of a signature profile
export const MAX_VARIABLE_NAME_CHARS = 100; // other programs have long ones, which differ at their end
export const MAX_VARIABLE_CHARS = 10_000; // of its value
export const MAX_STEP_ACCOUNTS = 1000; // that a PSU shares in one step
export const MAX_STEP_LABELS = 500; // tags, or variables of a folder, in one field of the window
export const MAX_STEP_ASSERTIONS = 200; // or captures, in one list: each may search the whole body
export const MAX_TURNS = 10_000; // of a loop or of a repeated step: more are a mistake
export const MAX_PAUSE_MS = 600_000; // between two turns
export const MAX_PLAN_STEPS = 100_000; // of one run, before its loops
export const MAX_INCLUDE_NESTING = 16; // more is a mistake
export const MAX_SHIFT_DAYS = 4000; // more than any rule of the interface needs
export const MAX_MISSING_VARIABLES = 1000; // each is searched in every source of variables
export const MAX_FILLED_CHARS = 4 * MIB; // of all values, which nested variables multiply
export const MAX_VARIABLE_NESTING = 20; // variables in the value of another: more are a mistake
export const MAX_OPERAND_CHARS = 40; // of a number that is calculated with
export const MAX_JSONPATH_CHARS = 1000; // of one path
export const MAX_PATTERN_CHARS = 1000; // of a regular expression
export const MAX_PATTERN_PARTS = 2000; // of a regular expression, in which `a{9}` is nine parts
export const MAX_PATTERN_STEPS = 10_000_000; // its parts times the characters of the text: half a second
export const MAX_ROWS = 100_000; // of data: each is an iteration
export const MAX_ROW_CHARS = 256 * KIB; // of one row of a CSV file
export const MAX_GIVEN_ROWS_BYTES = 64 * MIB; // data that the user gives to a run
export const MAX_COLLECTION_ROWS_BYTES = 8 * MIB; // data that a collection names, perhaps unknown to the user
export const MAX_DEMONSTRATION_BYTES = 256 * KIB; // of its file
export const MAX_DEMONSTRATIONS = 200; // that are listed or imported
export const SPACE_LIST_MS = 5000; // a trainer's service that is silent when somebody joins
export const DEMONSTRATION_STEP_MS = 20_000; // for one request or page, in front of a class
export const STEP_MS = 60_000; // for one request or page of a run, by default

// Other files that the user opens, and files in our folders: work, snapshots, reports.
export const MAX_PSU_RECORDS = 1000; // sessions, and ids, of an environment: more than are stored
export const MAX_OWN_FILE_BYTES = 64 * KIB; // small files of the data folder
export const MAX_SNAPSHOT_SIDE_BYTES = 4 * MIB; // the workbench's side of a snapshot
export const MAX_STATED_BODY_BYTES = 2 ** 40; // stated by an exchange in a file; the history can store it

// Banks: their responses, pages and time.
export const CONNECT_MS = 10_000; // to connect, or to test a connection
export const RESPONSE_HEADERS_MS = 75_000; // from sending to the headers of the final response
export const RESPONSE_SILENCE_MS = 60_000; // without headers, or between two pieces of a body
export const MAX_CERTIFICATE_CHAIN = 10; // shown of a server
export const MAX_RESPONSE_BYTES = 512 * MIB; // a larger response is truncated, with a note in the exchange
export const MAX_BODY_IN_MEMORY_BYTES = 2 * MIB; // and in the database; a larger one is a file
export const MAX_PARSED_BODY_BYTES = 64 * MIB; // parsed as a whole for a JSONPath
export const MAX_PARSED_LINKS_BYTES = MIB; // links of one object
export const MAX_FOUND = 1000; // matches of a search in a body
export const MAX_LINKS = 50; // shown of a response; the others are counted
export const MAX_REFUSAL_BYTES = 8192; // of a body in a list, for its sentence
export const MAX_RECEIVED_EXCHANGES = 5000; // of other programs, in the history; the oldest are deleted
export const MAX_RECEIVED_BYTES = 100 * MIB; // their headers and bodies together
export const MAX_SEARCHED_BODY_BYTES = 64 * KIB; // of each body, for searches and ids
export const MAX_RESPONSE_NESTING = 500; // comparing takes a call for each, and some thousand overflow the stack
export const MAX_RESPONSE_SECRETS = 200; // credentials of an exchange to redact in the rest of it
export const MAX_KEPT_VALUE_CHARS = 100_000; // as JSON: more than any request takes
export const MAX_STEP_START_CHARS = 200_000; // as JSON: the variables of a step of a run, kept with its result
export const MAX_CORRELATED_VALUES = 20_000; // of one response
export const MAX_ORIGINS = 200_000; // values of all responses, indexed
export const MAX_INSIDE_CHARS = 256; // of a value that is searched inside other texts
export const MAX_BASELINE_VALUES = 2000; // compared of one response
export const MAX_BASELINE_VALUE_CHARS = 2000; // of each
export const MAX_PSU_PAGES = 8; // until the redirect
export const MAX_PSU_PAGE_BYTES = 200 * KIB; // of one page
export const PSU_PAGE_MS = 30_000; // for its body
export const MAX_PAGE_ELEMENTS = 10_000; // the parser adds elements: 200 KB can become gigabytes
export const MAX_ELEMENT_TEXT_CHARS = 1000; // nested labels repeat the text inside
export const MAX_EVENT_TEXT_CHARS = 2000; // the start of a target of 64 KB identifies it
export const MAX_EVENT_ID_CHARS = 200; // a longer id is not from the bank
export const MAX_EVENT_IDS = 100; // of an event
export const MAX_EVENT_PARAMETERS = 50; // of a callback
export const MAX_EVENT_LIST_CHARS = 4000; // of either: 5,000 events are read at once
export const MAX_EVENT_CHARS = 200_000; // the log writes less
export const MAX_EVENTS_CHARS = 8_000_000; // read at a time
export const MAX_UNWRITTEN_EVENTS = 10_000; // queued while they cannot be written

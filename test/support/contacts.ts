/** Reads what `strace -yy` has recorded of `connect` and the calls that send. */

export interface Contacts {
  /** Addresses with ports outside this machine, each once. Name servers are left out. */
  addresses: string[];
  /** Names that a name server was asked for, each once. */
  names: string[];
}

/**
 * Whom the processes have contacted. `connect` of a UDP socket sends nothing (Chromium asks the kernel in this way whether there is
 * a route for IPv6), so UDP counts when something is sent.
 */
export function contacts(record: string): Contacts {
  const addresses = new Set<string>();
  const names = new Set<string>();
  for (const line of record.split('\n')) {
    const call = /\b(connect|sendto|sendmsg|sendmmsg)\(\d+<([A-Za-z0-9]+):\[(.*?)\]>, (.*)/.exec(line);
    if (!call) continue;
    const [, name, protocol = '', connection = '', rest = ''] = call;
    if (name === 'connect' && protocol.startsWith('UDP')) continue;
    const peers = [...addressed(rest), ...(name === 'connect' ? [] : connectedTo(connection))];
    for (const { host, port } of peers)
      if (port === '53') for (const asked of questions(rest)) names.add(asked);
      else if (!isLoopback(host)) addresses.add(`${host}:${port}`);
  }
  return { addresses: [...addresses], names: [...names] };
}

interface Peer {
  host: string;
  port: string;
}

/** Socket addresses among the arguments. */
function addressed(text: string): Peer[] {
  const pattern = /sin6?_port=htons\((\d+)\),.*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/g;
  return Array.from(text.matchAll(pattern), ([, port = '', four, six]) => ({
    host: four ?? six ?? '',
    port,
  }));
}

/** The far end of a connected socket: `127.0.0.1:5->127.0.0.1:53`. */
function connectedTo(connection: string): Peer[] {
  const [, host, port] = /->\[?([^\]]+?)\]?:(\d+)$/.exec(connection) ?? [];
  return host === undefined || port === undefined ? [] : [{ host, port }];
}

function isLoopback(host: string): boolean {
  return host === '::1' || /^(?:::ffff:)?127\./.test(host);
}

/** The names in DNS messages among the arguments, which strace writes with octal escapes. */
function questions(text: string): string[] {
  return Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, written = '']) => {
    const bytes = Buffer.from(
      written.replaceAll(/\\(?:([0-7]{1,3})|x([0-9a-f]{2})|(.))/g, (_all, octal, hex, other) =>
        octal
          ? String.fromCharCode(Number.parseInt(octal, 8))
          : hex
            ? String.fromCharCode(Number.parseInt(hex, 16))
            : other,
      ),
      'latin1',
    );
    const labels: string[] = [];
    for (let at = 12; at < bytes.length && (bytes[at] ?? 0) > 0; at += (bytes[at] ?? 0) + 1)
      labels.push(bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)).toString('latin1'));
    return labels.join('.');
  }).filter((name) => name !== '');
}

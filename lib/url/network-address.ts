/** Ranges that aren't globally reachable per the IANA special-purpose registry, or aren't for public hosts. */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; Alibaba Cloud's metadata service
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's internal services
  '169.254.0.0/16', // link-local; metadata service of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((text) => rangeOf(text, 32));

const GLOBAL_V6 = rangeOf('2000::/3', 128);
const CLOSED_V6 = [
  '2001::/23', // protocol assignments, including tunnels
  '2001:db8::/32',
  '2002::/16', // 6to4 tunnels to any IPv4 address
  '3fff::/20',
].map((text) => rangeOf(text, 128));
/** Ranges with an IPv4 address in the last 32 bits: mapped, or translated (NAT64). */
const CARRIES_V4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((text) => rangeOf(text, 128));

/** Returns false for invalid addresses and addresses with a zone. */
export function isPublicAddress(address: string): boolean {
  const v4 = parseV4(address);
  if (v4 !== null) return isPublicV4(v4);
  const v6 = parseV6(address);
  if (v6 === null) return false;
  if (CARRIES_V4.some((range) => holds(range, v6))) return isPublicV4(v6 & 0xffff_ffffn);
  return holds(GLOBAL_V6, v6) && !CLOSED_V6.some((range) => holds(range, v6));
}

function isPublicV4(address: bigint): boolean {
  return !CLOSED_V4.some((range) => holds(range, address));
}

interface Range {
  readonly prefix: bigint;
  readonly shift: bigint;
}

function holds({ prefix, shift }: Range, address: bigint): boolean {
  return address >> shift === prefix;
}

function rangeOf(text: string, bits: number): Range {
  const [base = '', length = ''] = text.split('/');
  const address = bits === 32 ? parseV4(base) : parseV6(base);
  if (address === null) throw new Error(`${text} isn’t an address range.`);
  const shift = BigInt(bits - Number(length));
  return { prefix: address >> shift, shift };
}

/** Accepts only four decimal numbers, the form resolvers return and the URL parser writes. */
function parseV4(text: string): bigint | null {
  if (!/^[\d.]+$/.test(text) || URL.parse(`http://${text}`)?.hostname !== text) return null;
  return text.split('.').reduce((address, part) => (address << 8n) | BigInt(part), 0n);
}

/** The URL parser checks the address and writes it as lowercase groups without dots, with `::` at most once. */
function parseV6(text: string): bigint | null {
  const host = /^[\da-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname : undefined;
  if (host === undefined) return null;
  const groupsIn = (half: string) => half.split(':').filter((group) => group !== '');
  const [head = [], tail = []] = host.slice(1, -1).split('::').map(groupsIn);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail];
  return groups.reduce((address, group) => (address << 16n) | BigInt(`0x${group}`), 0n);
}

/** Returns the network that one client controls: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(address: string): string {
  const v6 = parseV6(address);
  if (v6 === null || CARRIES_V4.some((range) => holds(range, v6))) return address;
  return `${v6 >> 64n}/64`;
}

/** Returns whether a host is local or a non-public IP address. `hostname` must be normalized by `URL`. */
export function leadsIntoOwnNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':') || /^[\d.]+$/.test(host)) return !isPublicAddress(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|home|lan|arpa)$/i.test(host);
}

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Which machines may say on whose behalf they ask. What they say is used for logs and nothing else. */
export interface TrustedProxies {
  /** Whether a trusted machine sent the request. */
  readonly sent: (incoming: IncomingMessage) => boolean;
  /** The address that asked, as far back as trusted machines can tell; empty when unknown. */
  readonly clientOf: (incoming: IncomingMessage) => string;
}

/** An address without the port, the brackets and the IPv4 prefix that it may come with; `null` for anything else. */
const addressIn = (text: string): string | null => {
  const inner = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const plain = /^\d+(?:\.\d+){3}:\d+$/.test(inner) ? inner.slice(0, inner.indexOf(':')) : inner;
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1] ?? plain;
  return isIP(mapped) === 0 ? null : mapped;
};

/** The hops that a request came along, the client first: `Forwarded` (RFC 7239), else `X-Forwarded-For`. */
const hopsOf = ({ headers }: IncomingMessage): readonly string[] => {
  const { forwarded, 'x-forwarded-for': list } = headers;
  if (forwarded !== undefined) {
    return forwarded.split(',').map((hop) => {
      const pair = hop.split(';').find((part) => /^\s*for=/i.test(part)) ?? '';
      return pair
        .slice(pair.indexOf('=') + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1');
    });
  }
  return typeof list === 'string' ? list.split(',').map((hop) => hop.trim()) : [];
};

const peerOf = ({ socket }: IncomingMessage): string => addressIn(socket.remoteAddress ?? '') ?? '';

/** Trusts no proxy: the client is the one that connects. */
export const nobodyTrusted: TrustedProxies = { sent: () => false, clientOf: peerOf };

/** Whether a text is an address, or a range of addresses such as `10.0.0.0/8`. */
export const isAddressRange = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0 || isIP(address) === 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
  );
};

/** Trusts the machines of these addresses and ranges of addresses. */
export const trustedProxies = (ranges: readonly string[]): TrustedProxies => {
  if (ranges.length === 0) return nobodyTrusted;
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string): boolean =>
    address !== '' && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return {
    sent: (incoming) => isTrusted(peerOf(incoming)),
    clientOf: (incoming) => {
      let client = peerOf(incoming);
      if (!isTrusted(client)) return client;
      // From the nearest hop on: whatever stands before the first stranger, that stranger may have made up.
      for (const hop of hopsOf(incoming).toReversed()) {
        const address = addressIn(hop);
        if (address === null) return client;
        client = address;
        if (!isTrusted(client)) return client;
      }
      return client;
    },
  };
};

/** How much of a client's address a line of the log holds. */
export const clientParts = ['none', 'network', 'address'] as const;

/** One of `clientParts`. */
export type ClientPart = (typeof clientParts)[number];

/** The network that an address belongs to: its first 24 bits, or 48 of IPv6. Many people share one. */
const networkOf = (address: string): string => {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  return `${[...groups, '0', '0', '0'].slice(0, 3).join(':')}::/48`;
};

/** What a line holds of an address. */
export const shownClient: Readonly<Record<ClientPart, (address: string) => string | undefined>> = {
  none: () => undefined,
  network: (address) => (address === '' ? undefined : networkOf(address)),
  address: (address) => (address === '' ? undefined : address),
};

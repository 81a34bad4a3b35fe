import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { env } from '../env.ts';

/** The client's network: the peer's address, or what TRUSTED_PROXIES say it is; of IPv6, its /64. */
export const addressOf = (req: Request): string => networkOf(req.ip ?? 'unknown');

/** The same of a socket's handshake, which has not passed through Express. */
export function addressOfHandshake({ headers, socket }: IncomingMessage): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const addresses = [
    ...forwarded.map((each) => each.trim()).filter(Boolean),
    socket.remoteAddress ?? 'unknown',
  ];
  return networkOf(addresses.at(-1 - env.TRUSTED_PROXIES) ?? addresses[0] ?? 'unknown');
}

const GROUPS = 8;
const NETWORK_GROUPS = 4;

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/**
 * What distinguishes one customer's IP address from another's: all of an IPv4 address, the first half of an
 * IPv6 one, since whoever has one of those has the 2^64 others of its network as well.
 */
export function networkOf(address: string): string {
  if (address.includes('.')) return address.replace(/^.*:/, '');
  if (!address.includes(':')) return address;
  const [left = [], right = []] = address.split('::').map(groupsOf);
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

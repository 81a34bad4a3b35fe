import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { env } from '../env.ts';

/**
 * Returns the client's network: its IPv4 address or IPv6 /64. The address is the peer's, or the forwarded one
 * when behind TRUSTED_PROXIES.
 */
export const clientNetworkOf = (req: Request): string => networkOf(req.ip ?? 'unknown');

/** Like `clientNetworkOf`, for a socket handshake, which does not pass through Express. */
export function clientNetworkOfHandshake({ headers, socket }: IncomingMessage): string {
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
 * Returns the part of an IP address that identifies one customer: a whole IPv4 address, or the /64 of an IPv6
 * one, whose holder has all of its 2^64 addresses.
 */
export function networkOf(address: string): string {
  if (address.includes('.')) return address.replace(/^.*:/, '');
  if (!address.includes(':')) return address;
  const [left = [], right = []] = address.split('::').map(groupsOf);
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

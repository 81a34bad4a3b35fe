import type { Request } from 'express';

/** The client's network: the peer's address, or what TRUSTED_PROXIES say it is; of IPv6, its /64. */
export const addressOf = (req: Request): string => networkOf(req.ip ?? 'unknown');

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

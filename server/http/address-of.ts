import type { Request } from 'express';
import { networkOf } from './network-of.ts';

/** Where a request came from: the peer's address, or what TRUSTED_PROXIES say it is; of IPv6, its network. */
export const addressOf = (req: Request): string => networkOf(req.ip ?? 'unknown');

import type { ErrorCode } from '#common/errors.ts';
import type { ApiCall } from './api-call.ts';

/** Every error code a call may answer: its own, and those that follow from whom it serves and what it takes. */
export function refusalsOf({ call, who, request, refusals = [] }: ApiCall): ErrorCode[] {
  const isWrite = !call.startsWith('GET');
  const codes: ErrorCode[] = [
    ...(request ? (['INVALID_REQUEST'] as const) : []),
    ...(who === 'anybody' ? [] : (['NOT_SIGNED_IN', 'FORBIDDEN'] as const)),
    ...(isWrite ? (['CROSS_ORIGIN', 'PAYLOAD_TOO_LARGE', 'NOT_JSON'] as const) : []),
    ...(call.includes('{') ? (['NOT_FOUND'] as const) : []),
    ...refusals,
    'INTERNAL',
    'UNAVAILABLE',
  ];
  return [...new Set(codes)];
}

import type { Endpoint, FileBody, InputOf, ReplyOf } from '#common/endpoint.ts';
import { ApiError } from './api-error.ts';
import { parseLeniently, toApiError, urlOf } from './call.ts';

export interface UploadOptions {
  signal?: AbortSignal;
  /** Called with the share already sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Calls an endpoint that takes a file, with cookies: `upload(uploadStaffFile, { name: file.name }, file)`.
 * Unlike `call` it reports progress, which `fetch` cannot.
 *
 * @returns the reply, parsed by the call's schema
 * @throws ApiError for any status but 2xx, and without a response (status 0); ZodError for a reply of another
 * shape; AbortError when aborted
 */
export async function upload<E extends Endpoint & { file: FileBody }>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  options?: UploadOptions,
): Promise<ReplyOf<E>>;
export async function upload(
  endpoint: Endpoint,
  input: object,
  file: Blob,
  options: UploadOptions = {},
): Promise<unknown> {
  const { method, reply } = endpoint;
  const request = await send(method, urlOf(endpoint, input), file, options);
  const { status, statusText, responseText } = request;
  if (status < 200 || status > 299) {
    const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' };
    throw toApiError(new Response(null, { status, statusText, headers }), responseText);
  }
  return reply ? parseLeniently(reply, JSON.parse(responseText)) : undefined;
}

/** How long an upload may make no progress, in milliseconds, while sending the file or awaiting the reply. */
const SILENCE_MS = 10_000;

const send = (method: string, address: string, file: Blob, { signal, onProgress }: UploadOptions) =>
  new Promise<XMLHttpRequest>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    const fail = () => {
      reject(new ApiError({ status: 0, text: 'The server could not be reached.', body: null }));
      request.abort();
    };
    let silence = setTimeout(fail, SILENCE_MS);
    const noteProgress = () => {
      clearTimeout(silence);
      silence = setTimeout(fail, SILENCE_MS);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      noteProgress();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onprogress = noteProgress;
    request.onloadend = () => clearTimeout(silence);
    request.onload = () => resolve(request);
    request.onerror = fail;
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });

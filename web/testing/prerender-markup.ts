import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';

/** Prerenders the HTML of a node as the build does, including lazy parts. */
export async function prerenderMarkup(node: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(node, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return text(prelude);
}

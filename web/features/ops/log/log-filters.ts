import { auditTopicSchema } from '#common/audit-log/audit-entry.ts';
import type { AuditQuery } from '#common/audit-log/audit-log-api.ts';

/** Filters of the log, as stored in the URL. */
export type LogFilters = Omit<AuditQuery, 'after'>;

const NAMES = { q: 'q', on: 'on', actorId: 'who', subjectId: 'about' } as const;
const FILTERS = ['q', 'on', 'actorId', 'subjectId'] as const;

/** Reads `?topic=&q=&on=&who=&about=` from the log's URL. */
export function readFilters(search: URLSearchParams): LogFilters {
  const topic = auditTopicSchema.safeParse(search.get('topic')).data;
  const others = Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = search.get(NAMES[filter])?.trim();
      return value ? [[filter, value]] : [];
    }),
  );
  return { ...(topic && { topic }), ...others };
}

/** The URL parameters of these filters. */
export const writeFilters = ({ topic, ...filters }: LogFilters): URLSearchParams =>
  new URLSearchParams([
    ...(topic ? [['topic', topic]] : []),
    ...FILTERS.flatMap((filter) => {
      const value = filters[filter];
      return value ? [[NAMES[filter], value]] : [];
    }),
  ]);

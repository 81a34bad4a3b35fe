import type { AuditQuery } from '#common/audit-log/audit-log-api.ts';

/** What of the log is shown, as the address says it. */
export type LogFilters = Omit<AuditQuery, 'after'>;

const NAMES = { q: 'q', on: 'on', actorId: 'who', subjectId: 'about' } as const;
const FILTERS = ['q', 'on', 'actorId', 'subjectId'] as const;

/** `?q=&on=&who=&about=` of the log's address. */
export const readFilters = (search: URLSearchParams): LogFilters =>
  Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = search.get(NAMES[filter])?.trim();
      return value ? [[filter, value]] : [];
    }),
  );

/** The address's query of these filters. */
export const writeFilters = (filters: LogFilters): URLSearchParams =>
  new URLSearchParams(
    FILTERS.flatMap((filter) => {
      const value = filters[filter];
      return value ? [[NAMES[filter], value]] : [];
    }),
  );

import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { Colleague } from '#common/messages/inbox.ts';
import { Button } from '#web/components/ui/button.tsx';
import { OPS_CONTROL } from '../ops-control.ts';

interface AssigneeSelectProps {
  assignee: Colleague | null;
  me: Colleague;
  others: readonly Colleague[];
  /** Null for nobody. */
  onChange: (assigneeId: string | null) => void;
}

/** Assigns a message: a button to take it, and a select for a colleague or nobody. */
export function AssigneeSelect({ assignee, me, others, onChange }: AssigneeSelectProps) {
  // A former colleague remains the assignee until someone else takes the message.
  const isGone = assignee !== null && ![me, ...others].some(({ id }) => id === assignee.id);
  return (
    <>
      {!assignee && (
        <Button variant="outline" className={OPS_CONTROL} onClick={() => onChange(me.id)}>
          Take it
        </Button>
      )}
      <span className="relative inline-block">
        <select
          aria-label="Who has it"
          value={assignee?.id ?? ''}
          onChange={({ target }) => onChange(target.value || null)}
          className={clsx(
            OPS_CONTROL,
            'max-w-44 appearance-none truncate border border-control bg-surface py-1 pr-9 pl-3.5 font-medium dark:bg-bg',
          )}
        >
          <option value="">Nobody</option>
          <option value={me.id}>{me.name}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {isGone && <option value={assignee.id}>{assignee.name}</option>}
        </select>
        <ChevronDown
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2"
        />
      </span>
    </>
  );
}

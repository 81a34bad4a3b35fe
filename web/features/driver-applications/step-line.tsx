import clsx from 'clsx';
import { FORM_STEPS, type FormStep } from './application-draft.ts';

const LABELS: Record<FormStep, string> = {
  'about-you': 'About you',
  vehicle: 'Your vehicle',
  documents: 'Documents',
};

const ALIGNED = ['items-start text-left', 'items-center text-center', 'items-end text-right'];

/** The steps of the form on the route line: done, current, ahead. */
export function StepLine({ step, className }: { step: FormStep; className?: string }) {
  const current = FORM_STEPS.indexOf(step);
  return (
    <ol aria-label="Steps" className={clsx('relative grid grid-cols-3', className)}>
      {[0, 1].map((part) => (
        <li
          key={part}
          aria-hidden
          className={clsx(
            'route-line absolute top-2 w-[calc(50%-34px)]',
            part === 0 ? 'left-[22px]' : 'right-[22px]',
          )}
          style={part < current ? undefined : { color: 'var(--line)' }}
        />
      ))}
      {FORM_STEPS.map((each, index) => (
        <li
          key={each}
          aria-current={index === current ? 'step' : undefined}
          className={clsx('flex flex-col gap-2.5 text-14', ALIGNED[index], index > current && 'text-ink-2')}
        >
          <span aria-hidden className="grid size-5 place-items-center">
            <StepNode
              state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
              isLast={index === 2}
            />
          </span>
          <span className={clsx(index <= current && 'font-medium')}>
            {LABELS[each]}
            {index < current && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface StepNodeProps {
  state: 'done' | 'current' | 'ahead';
  isLast: boolean;
}

const StepNode = ({ state, isLast }: StepNodeProps) => (
  <span
    className={clsx(
      isLast ? 'rounded-[2px]' : 'rounded-full',
      state === 'done' && 'size-3.5 bg-gold',
      state === 'current' && 'size-4 border-4 border-gold bg-bg ring-4 ring-gold/20',
      state === 'ahead' && 'size-3.5 border-2 border-control',
    )}
  />
);

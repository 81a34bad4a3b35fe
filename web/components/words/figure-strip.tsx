import type { FigureCopy } from '#web/content/page-copy.ts';

/** A few figures that stand for themselves, side by side. */
export const FigureStrip = ({ figures }: { figures: readonly FigureCopy[] }) => (
  <dl className="mt-10 grid grid-cols-2 gap-x-6 gap-y-6 md:auto-cols-fr md:grid-flow-col md:grid-cols-none lg:mt-16">
    {figures.map(({ value, label }) => (
      <div
        key={label}
        className="flex flex-col-reverse justify-end gap-2 border-line border-t pt-5 max-md:odd:last:col-span-2"
      >
        <dt className="text-14 text-ink-2 sm:text-16">{label}</dt>
        <dd className="display text-40">{value}</dd>
      </div>
    ))}
  </dl>
);

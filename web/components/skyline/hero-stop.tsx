import clsx from 'clsx';

interface HeroStopProps {
  place: string;
  detail: string;
  className?: string;
}

/** The label below one end of the hero's route line. */
export const HeroStop = ({ place, detail, className }: HeroStopProps) => (
  <p className={clsx('text-14 leading-[18px] md:leading-[22px]', className)}>
    <span className="block font-semibold">{place}</span>
    <span className="block text-ink-2">{detail}</span>
  </p>
);

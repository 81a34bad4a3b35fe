import clsx from 'clsx';
import { Link } from 'react-router-dom';

/** The brand's name as a link to the home page. */
export const Wordmark = ({ className }: { className?: string }) => (
  <Link to="/" className={clsx('display inline-flex min-h-11 items-center text-28', className)}>
    Marquee
  </Link>
);

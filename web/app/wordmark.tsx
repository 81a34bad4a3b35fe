import { Link } from 'react-router-dom';

/** The brand, leading home. */
export const Wordmark = () => (
  <Link to="/" className="display inline-flex min-h-11 items-center text-28">
    Marquee
  </Link>
);

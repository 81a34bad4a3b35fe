import { domMax } from 'framer-motion';

/** What animates, loaded after the first paint by MotionProvider. `domMax` because lists animate their layout. */
export const motionFeatures = domMax;

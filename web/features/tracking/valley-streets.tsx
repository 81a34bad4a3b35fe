import './valley-streets.css';

/**
 * Half the side of the drawing, in its own units: pixels at zoom 12. The origin is the crossing of Flamingo
 * Road and the Strip.
 */
export const VALLEY_REACH = 1024;

/** A mile, the spacing of the main roads, in units of the drawing. */
const MILE = 52;

const grid = (step: number, offset: number): string =>
  Array.from({ length: Math.ceil((2 * VALLEY_REACH) / step) }, (_each, index) => {
    const at = offset - VALLEY_REACH + index * step;
    return `M${at} ${-VALLEY_REACH}V${VALLEY_REACH}M${-VALLEY_REACH} ${at}H${VALLEY_REACH}`;
  }).join('');

// The offset puts grid lines through the origin, because the reach is not a whole number of miles.
const ROADS = grid(MILE, VALLEY_REACH % MILE);
const STREETS = grid(MILE / 3, VALLEY_REACH % (MILE / 3));

const STRIP = 'M72 -178L48 -101L11 -39L0 0V156L-4 420V1024';
const FREEWAYS = [
  'M-120 1024L-40 700L-20 413L-12 330L-24 183L-21 103L-27 51V0L-8 -60L5 -101L43 -217L130 -330L300 -560L520 -1024',
  'M-330 -1024V-420L-260 -300L-180 -232L-60 -222L43 -217L110 -190L190 -100L260 0L330 110L420 260L640 470',
  'M-330 -420V0L-300 120L-200 170L-100 183L-24 183L30 176L120 190L210 152L330 230L420 260',
].join('');

const PARKS =
  'M70 -96H101V-66H70ZM152 164H190V196H152ZM-256 -50H-206V-24H-256ZM-204 60H-178V100H-204ZM212 -40H250V0H212Z';
const AIRFIELD = 'M12 62H104V52H130V150H60L12 110Z';
const RUNWAYS = 'M40 104H126M40 112H126M44 96L66 64M56 96L76 66';

/** Names of roads and places, with position and rotation in degrees. */
const NAMES: readonly { text: string; x: number; y: number; turned?: number }[] = [
  { text: 'W Sahara Ave', x: -180, y: -101 },
  { text: 'W Flamingo Rd', x: -206, y: 3 },
  { text: 'W Tropicana Ave', x: -180, y: 55 },
  { text: 'E Desert Inn Rd', x: 210, y: -49 },
  { text: 'E Sunset Rd', x: 236, y: 159 },
  { text: 'Las Vegas Blvd', x: 3, y: 186, turned: -90 },
  { text: 'I-15', x: 104, y: -296, turned: -52 },
  { text: 'Harry Reid Intl', x: 74, y: 134 },
  { text: 'Downtown', x: 92, y: -200 },
  { text: 'Summerlin', x: -280, y: -185 },
  { text: 'Henderson', x: 400, y: 300 },
];

const LABEL_SIZE = 11;

interface ValleyStreetsProps {
  /** Scale relative to zoom 12; labels and lines keep their size. */
  magnification?: number;
}

/**
 * A simplified drawing of the Las Vegas Valley, for an SVG that extends `VALLEY_REACH` units to every side.
 * Shown below the map tiles, or without them.
 */
export const ValleyStreets = ({ magnification = 1 }: ValleyStreetsProps) => (
  <g className="valley-streets">
    <path d={PARKS} className="area fill-(--park)!" />
    <path d={STREETS} stroke="var(--street)" strokeWidth={1} />
    <path d={ROADS} stroke="var(--road)" strokeWidth={2.5} />
    <path d={AIRFIELD} className="area fill-(--airfield)!" />
    <path d={RUNWAYS} stroke="var(--road)" strokeWidth={2} />
    <path d={FREEWAYS} stroke="var(--freeway-edge)" strokeWidth={7} />
    <path d={FREEWAYS} stroke="var(--freeway)" strokeWidth={5} />
    <path d={STRIP} stroke="var(--road)" strokeWidth={5} />
    {NAMES.map(({ text, x, y, turned = 0 }) => (
      <text
        key={text}
        transform={`translate(${x} ${y}) rotate(${turned})`}
        fontSize={LABEL_SIZE / magnification}
        strokeWidth={3 / magnification}
      >
        {text}
      </text>
    ))}
  </g>
);

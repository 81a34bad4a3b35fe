const SUIT = '#191612';
const PIPING = '#A39270';

/** The chauffeur of the hero: 1.75 m, cap, dark suit, shirt and tie; the middle of the feet is the origin. */
export function Chauffeur() {
  return (
    <>
      <ellipse cy="1" rx="34" ry="4" opacity=".6" />
      <path d={suit} fill={SUIT} />
      <path d={suit} className="line" stroke={PIPING} strokeOpacity=".75" />
      <path d="M-4.6 148L0 122L4.6 148Z" fill="#EDE5D6" />
      <path d="M-1.6 146L1.6 146L1.2 126L0 122L-1.2 126Z" fill="#15130F" />
      <path d="M0 122L0 80M-4.6 148L0 120L4.6 148" className="line" stroke={PIPING} strokeOpacity=".5" />
      <ellipse cy="160.6" rx="7.4" ry="10.4" fill="#8A6F4A" />
      <path d={cap} fill={SUIT} />
      <path d={cap} className="line" stroke={PIPING} strokeOpacity=".75" />
    </>
  );
}

const suit =
  'M-4 153L-4.6 148C-9 146 -17 146 -20.5 140C-23.5 135 -24.5 122 -25 108L-25.4 87C-25 82 -20.6 82 -20.4 86L-18.6 108L-17 122L-17 98L-17.6 78L-14.6 77L-12.6 8L-16 3.4C-17 0 -15 0 -13 0L-5 0L-4.2 8L-1 72L1 72L4.2 8L5 0L13 0C15 0 17 0 16 3.4L12.6 8L14.6 77L17.6 78L17 98L17 122L18.6 108L20.4 86C20.6 82 25 82 25.4 87L25 108C24.5 122 23.5 135 20.5 140C17 146 9 146 4.6 148L4 153Z';
const cap = 'M-8.6 164C-5 161.6 5 161.6 8.6 164L8 168C11 171 9 174.6 0 175C-9 174.6 -11 171 -8 168Z';

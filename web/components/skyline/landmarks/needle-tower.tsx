import { night } from '../night.ts';

/** The observation tower: a tapering shaft, a pod with two lit decks, a mast with a red light. */
export const NeedleTower = () => (
  <>
    <path d="M1300 420C1316 340 1321 250 1322 130H1330C1331 250 1336 340 1352 420Z" {...night.mass} />
    <path d="M1326 420V150" stroke={night.edge} />
    <path
      d="M1304 132Q1302 118 1310 108L1314 96H1338L1342 108Q1350 118 1348 132Q1326 142 1304 132Z"
      fill="#1B150D"
      stroke={night.edge}
    />
    <path d="M1305 122H1347M1309 112H1343" stroke={night.window} strokeOpacity=".9" strokeDasharray="3 3" />
    <path d="M1326 96V20" stroke="#8C7444" strokeWidth="1.6" />
    <circle cx="1326" cy="20" r="2.2" fill="#F2867E" />
  </>
);

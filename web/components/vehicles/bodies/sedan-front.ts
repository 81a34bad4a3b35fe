/** Front end that the sedan and every limousine share; x as on the 5.2 m sedan, to be slid forward with `slidePath`. */
export const sedanFront = {
  headlamp: 'M474 86C490 84 503 81 512 75L513 68C500 68 486 70 474 77Z',
  grille: 'M517.6 76C519.6 68 519.6 58 518.6 48',
  intake: 'M512 38L484 38L480 30L513 30Z',
  mirror: 'M351 104C350 112 357 115 367 114C373 113 374 108 370 104.5Z',
  bumper: 'M478 77C473 66 474 58 478 52M500 44L516 46',
  frontDoor: 'M258 104L260 60C260 44 258 32 254 26M371 104C378 84 380 56 372 26',
} as const;

import { expect, test } from 'vitest';
import { RideModel } from '../rides/ride-model.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';

setUpTestDatabase();

test('a question about a field that there is not is refused, instead of being answered with everything', async () => {
  await expect(RideModel.find({ ryderId: 'somebody' } as object)).rejects.toThrow('ryderId');
});

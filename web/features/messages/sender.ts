/** Who is writing, as far as the account knows; fills in the forms. */
export interface Sender {
  name: string;
  email: string;
  phone: string | null;
}

import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { besideField, emailField, nameField, newPasswordField, roleSchema, staffRoleSchema } from './user.ts';

/** Redis channel on which the id of somebody of the staff is published whose name, role or access changed. */
export const STAFF_CHANGED = 'staff.changed';

const NO_NAME = 'Please enter a name.';
/** How somebody of the staff is called, which an admin enters. */
const staffNameField = z.pipe(z.string(NO_NAME).check(z.trim(), z.minLength(1, NO_NAME)), nameField);

/** POST /api/ops/staff: who is invited, and to which role. */
export const inviteStaffSchema = z.object({
  name: staffNameField,
  email: emailField,
  role: z.enum(staffRoleSchema.options, 'Please choose a role.'),
});
export type InviteStaff = z.infer<typeof inviteStaffSchema>;

/** PATCH /api/ops/staff/:userId: what is left out stays as it is. */
export const changeStaffSchema = z.object({
  name: z.optional(staffNameField),
  role: z.optional(staffRoleSchema),
  isDisabled: z.optional(z.boolean()),
});
export type ChangeStaff = z.infer<typeof changeStaffSchema>;

/** An invitation as its link shows it. */
export const invitationSchema = z.object({ name: z.string(), email: z.string(), role: roleSchema });
export type Invitation = z.infer<typeof invitationSchema>;

/** POST /api/invitations/:token. */
export const acceptInvitationSchema = z.object({ password: newPasswordField, beside: besideField });
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;

/** One of the staff, as admins see them. `invited`: has no password yet; `disabled`: may not sign in. */
export const staffMemberSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: staffRoleSchema,
  state: z.enum(['active', 'invited', 'disabled']),
  /** When the open invitation stops working (ISO 8601); null where there is none. */
  invitedUntil: z.nullable(z.iso.datetime()),
  /** Must have a passkey or an authenticator app, and has neither: they act as staff once they do. */
  isFactorMissing: z.boolean(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;

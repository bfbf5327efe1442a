import type { ReissueSecrets } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import {
  changeMember,
  inviteStaff,
  reissueInvitation,
  removeMember,
  showInvitations,
  showStaff,
  withdrawInvitation,
} from './rules.ts'
import {
  changeMemberSchema,
  inviteStaffSchema,
  removeMemberSchema,
  showInvitationsSchema,
  showStaffSchema,
  withdrawInvitationSchema,
} from './schema.ts'

const reissueSecrets: ReissueSecrets = (context, _input, { answer_id }) =>
  reissueInvitation(context, answer_id)

export const staffMemberAdminRoutes: Routes = (app) => {
  app.get('/staff', { schema: showStaffSchema }, (request) => showStaff(request.context))
  app.put('/staff/:id', { schema: changeMemberSchema }, (request) =>
    changeMember(request.context, request.params.id, request.body),
  )
  app.delete('/staff/:id', { schema: removeMemberSchema }, (request) =>
    removeMember(request.context, request.params.id),
  )
  app.get('/staff_invitations', { schema: showInvitationsSchema }, (request) =>
    showInvitations(request.context),
  )
  app.post(
    '/staff_invitations',
    { schema: inviteStaffSchema, config: { reissueSecrets } },
    (request) =>
      inviteStaff(request.context, { ...request.body, game_ids: request.body.game_ids ?? null }),
  )
  app.delete('/staff_invitations/:id', { schema: withdrawInvitationSchema }, (request) =>
    withdrawInvitation(request.context, request.params.id),
  )
}

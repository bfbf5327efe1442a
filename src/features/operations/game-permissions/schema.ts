import { type Audience, AUDIENCES, type Preset, PRESETS } from '../../../access/permissions.ts'
import { IdOf, Nullable } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { Permissions } from '../games/schema.ts'

const AudienceOf = (description: string) =>
  T.Unsafe<Audience>({ type: 'string', enum: [...AUDIENCES], description })

const PresetName = T.Unsafe<Preset>({ type: 'string', enum: [...PRESETS] })

const PermissionChange = T.Object(
  {
    route: T.String({ description: 'As in `permissions.routes`' }),
    summary: T.String(),
    feature: T.String(),
    before: AudienceOf('Who may call it now'),
    after: AudienceOf('Who could call it then'),
  },
  { title: 'PermissionChange' },
)

const PermissionRoute = T.Object(
  {
    name: T.String({ description: 'As in `permissions.routes`' }),
    summary: T.String(),
    is_write: T.Boolean(),
    audience: AudienceOf('Who may call it now'),
    is_custom: T.Boolean({ description: 'Whether it differs from the preset of the game' }),
    of_presets: T.Object(
      {
        casual: AudienceOf('Under this preset'),
        competitive: AudienceOf('Under this preset'),
        server_authoritative: AudienceOf('Under this preset'),
      },
      { title: 'AudienceByPreset' },
    ),
  },
  { title: 'PermissionRoute' },
)

const PermissionPreset = T.Object(
  {
    name: PresetName,
    prevents: T.String({ description: 'What it is good for' }),
    server_attribute_prefix: T.String({ description: 'Empty: it protects no attribute' }),
    closed_to_players: T.Integer({ description: 'How many routes it closes to players' }),
    differences: T.Integer({
      description: 'How many routes have another audience now than under this preset',
    }),
  },
  { title: 'PermissionPreset' },
)

const PermissionFeature = T.Object(
  {
    name: T.String({ description: 'As in the reference of the API' }),
    prevents: T.String({
      description: 'What is prevented by closing its writes to players. Empty: it has none',
    }),
    routes: T.Array(PermissionRoute),
  },
  { title: 'PermissionFeature' },
)

const Proposal = {
  changes: T.Array(PermissionChange),
  server_attribute_prefix: T.String({ description: 'Which one would protect attributes' }),
}

export const showPermissionsSchema = {
  operation: 'admin.games.permissions',
  summary: 'Who may call which routes of a game, and what each preset prevents',
  description:
    'With one of the fields, the answer also lists what would change. Nothing is saved: that is what `admin.games.change` does.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Partial(Permissions),
  response: {
    200: T.Object(
      {
        preset: PresetName,
        server_attribute_prefix: T.String({ description: 'Empty: no attribute is protected' }),
        presets: T.Array(PermissionPreset),
        features: T.Array(PermissionFeature),
        proposed: Nullable(T.Object(Proposal, { description: 'Null: nothing was proposed' })),
      },
      { title: 'PermissionGrid' },
    ),
  },
  refuses: ['game_not_found'],
} as const

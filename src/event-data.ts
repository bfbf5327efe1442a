import type { TSchema } from 'typebox'
import { OneOf } from './http/shapes.ts'
import { T } from './http/typed-schema.ts'

export interface EventType {
  /** What happened. */
  meaning: string
  /** Who receives it, besides the game's own server. */
  receivers: string
  /** There are many of them, so they are recorded only while someone asks for this type by name. */
  is_frequent?: true
  data: TSchema
}

export const Id = T.Integer({ examples: [1] })

/** The first one is the example. */
export const OneWord = <const W extends string[]>(...words: W) =>
  T.Unsafe<W[number]>({ ...OneOf(...words), examples: [words[0]] })

/** A user as everyone may see them: no email address. */
export const PublicUser = T.Object(
  {
    id: T.Integer({ examples: [7] }),
    username: T.String({ examples: ['ana'] }),
    credits: T.Integer({ examples: [120] }),
    score: T.Integer({ examples: [4200] }),
  },
  { title: 'PublicUser' },
)

/** The top of a multiplayer round. */
export const Rankings = T.Array(
  T.Object(
    {
      id: Id,
      place: T.Optional(T.Integer()),
      score: T.Optional(T.Number()),
      user: PublicUser,
    },
    { title: 'RankingOfEvent' },
  ),
  {
    description: 'The first ten entries, as they are now',
    examples: [
      [
        {
          id: 1,
          place: 1,
          score: 950,
          user: { id: 7, username: 'ana', credits: 120, score: 4200 },
        },
      ],
    ],
  },
)

/** The receivers of an event for the game's own server alone. */
export const NOBODY = 'No player'

import { Id, IdOf, Message, Nullable, OneOf, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'

const TimeOrNull = (description: string) => Nullable(T.String({ ...Timestamp, description }))

const states = ['waiting', 'done', 'failed'] as const

const GameTask = T.Object(
  {
    id: T.Integer(),
    kind: OneOf('event', 'job'),
    name: T.String({ description: 'The type of the event, or the name of the job' }),
    state: OneOf(...states),
    attempts: T.Integer(),
    problem: Nullable(T.String({ description: 'Of the last attempt; null if there was none' })),
    created_at: Timestamp,
    due_at: TimeOrNull('When it runs, or runs again; null when it has ended'),
    started_at: TimeOrNull('Of the last attempt; null if there was none'),
    ended_at: TimeOrNull('Null: it has not ended'),
  },
  { title: 'GameTask' },
)

const GameHook = T.Object(
  {
    kind: OneOf('before', 'after', 'route', 'event', 'job'),
    hook: T.String({ description: 'As in the log', examples: ['after store.purchase'] }),
    name: T.String({ examples: ['store.purchase'] }),
    calls: T.Integer({ description: 'Since the start of this process, as all that follow' }),
    refused: T.Integer({ description: 'Requests that it has refused' }),
    failed: T.Integer({ description: 'Calls in which it has thrown an error' }),
    slow: T.Integer({ description: 'Calls that were ended because they took too long' }),
    mean_ms: T.Number(),
    longest_ms: T.Number(),
    next_run_at: TimeOrNull('Null: no clock starts it'),
    last_run: Nullable(GameTask),
  },
  { title: 'GameHook' },
)

const GameCodeFile = T.Object(
  {
    code: T.String({
      description: '`game`, or `games/` with the id or name of a game',
      examples: ['game'],
    }),
    hooks: T.Array(GameHook),
    waiting: T.Integer({ description: 'Tasks to be run, at most 1000' }),
    failed: T.Integer({ description: 'Tasks that were given up in the last week, at most 1000' }),
  },
  { title: 'GameCodeFile' },
)

export const showGameCodeSchema = {
  operation: 'admin.gameCode.show',
  summary: "The studio's own code in this server",
  description: 'The list is empty if `GAME_CODE` is not set.',
  caller: 'staff',
  response: { 200: T.Object({ files: T.Array(GameCodeFile) }, { title: 'GameCodeFiles' }) },
} as const

const CodeName = T.String({
  minLength: 1,
  maxLength: 300,
  description: 'The `code` of a file',
  examples: ['game'],
})

export const listTasksSchema = {
  operation: 'admin.gameCode.tasks',
  summary: 'What a file of game code has run and still has to run, the newest first',
  description: 'At most 50. What has ended is kept for a week.',
  caller: 'staff',
  body: T.Object({
    code: CodeName,
    state: T.Optional(
      T.Enum(states, { description: 'Only those in this state', examples: ['failed'] }),
    ),
    before: T.Optional(
      T.Integer({ ...Id, description: 'The `next` of the page before', examples: [1000] }),
    ),
  }),
  response: {
    200: T.Object(
      {
        tasks: T.Array(GameTask),
        next: Nullable(T.Integer({ description: 'To be sent as `before`; null: no more' })),
      },
      { title: 'GameTasks' },
    ),
  },
} as const

export const retryTaskSchema = {
  operation: 'admin.gameCode.retry',
  summary: 'Run a task that has failed again',
  description: 'It begins anew, with all its attempts.',
  caller: 'staff',
  params: IdOf('the task'),
  response: { 200: Message },
  refuses: ['game_task_not_failed'],
} as const

export const listErrorsSchema = {
  operation: 'admin.gameCode.errors',
  summary: 'The latest errors of a file of game code, the newest first',
  description: 'At most 200. Of many errors of one hook in a second, one is kept.',
  caller: 'staff',
  body: T.Object({ code: CodeName }),
  response: {
    200: T.Object(
      {
        errors: T.Array(
          T.Object(
            {
              id: T.Integer(),
              hook: T.String({ examples: ['after store.purchase'] }),
              message: T.String(),
              stack: T.String(),
              request_id: T.String({ description: 'Empty: no request has caused it' }),
              at: Timestamp,
            },
            { title: 'GameCodeError' },
          ),
        ),
      },
      { title: 'GameCodeErrors' },
    ),
  },
} as const

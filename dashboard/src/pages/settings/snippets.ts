interface Place {
  /** Of this server, without a slash at its end. */
  url: string
  game_id: number
}

interface Snippet {
  name: string
  language: string
  /** What to do with it. */
  note: string
  /** Commands that come before it. */
  install?: string
  code: string
}

export const TOKEN = 'YOUR_GAME_TOKEN'

/** How each kind of app connects: as docs/guide and docs/moving-from-gamefuse.md say. */
export const snippets = ({ url, game_id }: Place): Snippet[] => [
  {
    name: 'curl',
    language: 'bash',
    note: 'Checks that the id and the token are right, and lets a guest play.',
    code: `curl "${url}/api/v3/games/verify?game_id=${game_id}&game_token=${TOKEN}"

curl "${url}/api/v3/users/guest" \\
  -d game_id=${game_id} -d game_token=${TOKEN} \\
  -d device_id=a-long-random-id-of-this-device`,
  },
  {
    name: 'JavaScript',
    language: 'ts',
    note: 'With the package @playkeep/client, in browsers, Node and React Native. Until it is on npm, pack it in the folder of Playkeep, and install the file in the folder of your game:',
    install: `npm pack --workspace sdk --pack-destination ../my-game    # in the folder of Playkeep
npm install ./playkeep-client-0.1.0.tgz                   # in the folder of your game`,
    code: `import { Playkeep } from '@playkeep/client'

const game = new Playkeep({
  url: '${url}',
  game_id: ${game_id},
  game_token: '${TOKEN}',
})

await game.playAsGuest()
await game.rounds.create({ game_type: 'race', score: 420 })
await game.leaderboards.add({ leaderboard_name: 'high', score: 420 })`,
  },
  {
    name: 'GameFuse JavaScript',
    language: 'js',
    note: 'With the class files of GameFuse V3: a global named ENV must exist before they are loaded.',
    code: `globalThis.ENV = { baseUrl: '${url}/api/v3' }

GameFuse.setUpGame('${game_id}', '${TOKEN}', (message, has_error) => {
  console.log(has_error ? 'not connected: ' + message : 'connected')
})`,
  },
  {
    name: 'Unity',
    language: 'csharp',
    note: "With GameFuse's Unity SDK: in its settings asset, set ApiBaseUrl, the game id and the game token as below.",
    code: `// ApiBaseUrl  ${url}/api/v3
// Game id     ${game_id}
// Game token  ${TOKEN}
using GameFuse;

await GameFuseUser.SignUpAsync("ada@example.com", "open-sesame", "ada");`,
  },
  {
    name: 'Unreal',
    language: 'cpp',
    note: "With GameFuse's Unreal plugin: the static string BaseUrl is in the source of the plugin. Change it and build the plugin again; then set up the game with its id and token.",
    code: `// In the source of the plugin:
BaseUrl = TEXT("${url}/api/v3");

// In your set-up of the game:
// Game id     ${game_id}
// Game token  ${TOKEN}`,
  },
]

import { type RoomName, rooms } from './rooms.ts'

/** The rooms that a journey walks through: a change in one of them may end it. */
export const journeys: Readonly<Record<string, readonly RoomName[]>> = {
  'course-film': ['files', 'courseware', 'learning', 'course'],
  'course-ways': ['files', 'exam', 'result', 'courseware', 'course'],
  'download-page': ['identity', 'files', 'jobs'],
  certificate: ['question', 'sitting', 'exam', 'result', 'marking', 'certificate'],
  'evaluation-round': ['share', 'sitting', 'evaluation'],
  'exam-capture': ['files', 'sitting', 'exam', 'proctoring'],
  'exam-day': ['identity', 'org', 'question', 'paper', 'sitting', 'exam', 'result', 'marking'],
  'exam-hall': ['identity', 'question', 'sitting', 'exam', 'proctoring'],
  'exam-verdict': ['identity', 'org', 'access', 'sitting', 'exam', 'result', 'proctoring'],
  picking: ['org', 'usergroup', 'exam'],
  'platform-company': ['platform', 'access', 'tenant'],
  practice: ['question', 'paper', 'practice'],
  'question-csv': ['files', 'jobs', 'question'],
  questionnaire: ['share', 'questionnaire'],
  'quick-marking': ['share', 'exam', 'marking'],
  'scoped-manager': ['org', 'access', 'exam', 'result'],
  'sitting-entry': ['identity', 'org', 'collect', 'sitting', 'exam'],
  'sitting-offline': ['question', 'sitting', 'exam'],
  'sitting-pictures': ['files', 'question', 'sitting', 'exam'],
  'sitting-storms': ['question', 'sitting', 'exam'],
  'sitting-unsent': ['question', 'sitting', 'exam'],
  'other-services': ['files', 'identity', 'messaging', 'org', 'proctoring'],
  'staff-import': ['files', 'jobs', 'org'],
  'templates-and-share': ['messaging', 'share'],
  training: ['usergroup', 'exam', 'result', 'training'],
  'training-loop': ['question', 'paper', 'courseware', 'course', 'practice', 'exam', 'result', 'training'],
  'user-groups': ['org', 'usergroup', 'access'],
}

export interface Near {
  /** Modules whose importers are tested. */
  readonly modules: readonly string[]
  /** Folders whose tests run whole: a change that no import leads to, as a migration is. */
  readonly folders: readonly string[]
  /** The rooms whose calls and screens the gauntlets walk; undefined: all. */
  readonly rooms: readonly RoomName[] | undefined
  /** Journeys in a browser, by name. */
  readonly journeys: readonly string[]
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isModule = (file: string) => /\.tsx?$/.test(file) && !/^(bench|e2e)\//.test(file)
const migration = /^db\/migrations\/\d+_([a-z]+)__/

/** The room a file belongs to; undefined for what stands under or over all of them. */
function roomOf(file: string): RoomName | undefined {
  const name = /^domains\/([a-z]+)\//.exec(file)?.[1] ?? migration.exec(file)?.[1]
  return rooms.find((room) => room.name === name)?.name
}

/** What a change to these files can reach. */
export function near(files: readonly string[]): Near {
  const modules = files.filter(isModule)
  const migrated = files.filter((file) => file.startsWith('db/') && !isTest(file))
  const working = [...modules, ...migrated].filter((file) => !isTest(file) && !file.startsWith('tools/'))
  const touched = rooms.map(({ name }) => name).filter((name) => working.some((file) => roomOf(file) === name))
  // Kit, apps and generated files are under every room; what names no room may reach all.
  const isWide = working.some((file) => roomOf(file) === undefined && !/^db\/(types\.ts|schema\.sql)$/.test(file))
  const begun = files.flatMap((file) => /^e2e\/journeys\/([a-z-]+)\.test\.ts$/.exec(file)?.[1] ?? [])
  const reached = Object.keys(journeys).filter((name) => isWide || journeys[name]?.some((room) => touched.includes(room)))
  return {
    modules,
    folders: migrated.length === 0 ? [] : ['db/', ...touched.map((name) => `domains/${name}/server/`)],
    rooms: isWide ? undefined : touched,
    journeys: [...new Set([...reached, ...begun])],
  }
}

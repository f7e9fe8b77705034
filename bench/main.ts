import { parseArgs } from 'node:util'
import { bundles } from './bundles.ts'
import { calibration } from './calibration.ts'
import { certificates } from './certificates.ts'
import { conversion } from './conversion.ts'
import { coursePage } from './course-page.ts'
import { coursePeople } from './course-people.ts'
import { courseProgress } from './course-progress.ts'
import { loadAverage } from './cpu.ts'
import { exam } from './exam.ts'
import { fairness } from './fairness.ts'
import { type Figure, printer, raw } from './figure.ts'
import { films } from './films.ts'
import { Ground, note, type Piece } from './ground.ts'
import { hall } from './hall.ts'
import { handin } from './handin.ts'
import { imports } from './import.ts'
import { itemAnalysis } from './item-analysis.ts'
import { morning } from './morning.ts'
import { people } from './people.ts'
import { pieceCrowd } from './piece-crowd.ts'
import { pieces as filmPieces } from './pieces.ts'
import { pingCrowd, pings } from './pings.ts'
import { practice } from './practice.ts'
import { practiceCrowd } from './practice-crowd.ts'
import { print as printPiece } from './print.ts'
import { questionImportPiece } from './question-import.ts'
import { questionnaireRules } from './questionnaire-rules.ts'
import { recovery } from './recovery.ts'
import { rehearsalCrowd } from './rehearsal.ts'
import { replay } from './replay.ts'
import { resultsExport } from './results-export.ts'
import { save } from './save.ts'
import { saveBesideTranscode } from './save-beside-transcode.ts'
import { scaleScoring } from './scale-scoring.ts'
import { sheetResults } from './sheet-results.ts'
import { sheets } from './sheets.ts'
import { similarity } from './similarity.ts'
import { skills } from './skills.ts'
import { staffExportPiece } from './staff-export.ts'
import { staffImportPiece } from './staff-import.ts'
import { start } from './start.ts'
import { stoppedClock } from './stopped-clock.ts'
import { training } from './training.ts'
import { twoThousand } from './two-thousand.ts'

// npm run bench [-- --json] [--only save,bundles]: the promised figures, measured on a database and servers of their own.

const pieces: readonly Piece[] = [
  calibration,
  save,
  exam,
  start,
  handin,
  stoppedClock,
  hall,
  replay,
  filmPieces,
  films,
  pieceCrowd,
  rehearsalCrowd,
  imports,
  twoThousand,
  morning,
  questionImportPiece,
  resultsExport,
  itemAnalysis,
  practice,
  practiceCrowd,
  training,
  pings,
  pingCrowd,
  coursePage,
  coursePeople,
  courseProgress,
  conversion,
  saveBesideTranscode,
  printPiece,
  certificates,
  questionnaireRules,
  similarity,
  scaleScoring,
  skills,
  sheets,
  sheetResults,
  fairness,
  people,
  staffImportPiece,
  staffExportPiece,
  recovery,
]

/** Longer than any piece takes on a slow machine: a piece that hangs must not hang the run. */
const pieceTimeoutMs = 30 * 60_000

const { values } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string', multiple: true } } })
const only = new Set((values.only ?? []).flatMap((names) => names.split(',')))
const isWanted = (name: string) => only.size === 0 || only.has(name)
const known = [...pieces.map(({ name }) => name), 'bundles']
for (const name of only)
  if (!known.includes(name)) throw new Error(`no benchmark is called ${name}; there are ${known.join(', ')}`)

const print = printer(values.json ?? false)
let missed = 0
const show = (figure: Figure) => {
  if (figure.holds === false) missed++
  print(figure)
}

async function run(piece: Piece, ground: Ground): Promise<void> {
  note(`${piece.name} (load ${loadAverage()})`)
  const timer = AbortSignal.timeout(pieceTimeoutMs)
  try {
    await Promise.race([
      piece.run(ground, show),
      new Promise((_, reject) => timer.addEventListener('abort', () => reject(new Error('took too long')))),
    ])
  } catch (error) {
    console.error(`# ${piece.name} failed:`, error)
    show({ ...raw(`${piece.name}: failed`, -1, 'error'), holds: false })
  }
}

if (isWanted('bundles')) for (const figure of bundles()) show(figure)
const wanted = pieces.filter(({ name }) => isWanted(name))
if (wanted.length > 0) {
  const ground = await Ground.open()
  const onSignal = () => void ground.close().finally(() => process.exit(130))
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  for (const piece of wanted) await run(piece, ground)
  await ground.close()
}
note(missed === 0 ? 'every target holds' : `${missed} targets were missed`)
process.exit(missed === 0 ? 0 : 1)

import type { Lock } from '@kaopei/learning/contract/unlock'
import { taskProgress } from '../../contract/codes.ts'
import { dueOf, windowOf } from '../../contract/outline.ts'
import { isComplete, isMine, isRequiredOf, locksOf, nextOf, stateOf, taskAt } from '../../contract/participant.ts'
import { isRunning } from '../../contract/status.ts'
import type { Stage, TaskRow } from '../outline/outline.sql.ts'
import type { SessionRow } from '../sessions/session.sql.ts'
import { type OwnPart, reasonsOf } from './enter.ts'
import { kindLabelOf, needsOf } from './words.ts'

interface Showing {
  readonly now: Date
  readonly zone: string
  readonly sessions: ReadonlyMap<string, SessionRow>
  /** `attendanceState` by task. */
  readonly attendance: ReadonlyMap<string, 1 | 2 | 3 | 4 | 5>
  /** Tasks whose scores their exams do not show now; that they are passed shows all the same, for what follows waits for it. */
  readonly hiddenScores: ReadonlySet<string>
}

interface Drawn extends Showing {
  readonly part: OwnPart
  readonly locks: ReadonlyMap<string, Lock>
  readonly titles: ReadonlyMap<string, string>
}

/** The project as a path: its stages with what of their tasks is this person's. */
export function stagesShown(part: OwnPart, showing: Showing) {
  const locks = locksOf(part.outline, part.participant, showing.now)
  const titles = new Map(part.outline.stages.flatMap(({ tasks }) => tasks.map(({ id, title }) => [id, title] as const)))
  const drawn = { ...showing, part, locks, titles }
  return part.outline.stages.map((stage) => stageShown(stage, drawn))
}

function stageShown(stage: Stage, drawn: Drawn) {
  const { part, locks, zone } = drawn
  const { participant } = part
  const own = stage.tasks.filter((task) => isMine(task, participant))
  const required = own.filter((task) => isRequiredOf(task, participant))
  const counted = required.length > 0 ? required : own
  const done = counted.filter(({ id }) => isComplete(taskAt(participant, id))).length
  const lock = locks.get(stage.id)
  return {
    ...{ id: stage.id, title: stage.title, descript: stage.descript },
    ...windowOf(stage, participant.enrolledAt),
    doneCount: done,
    taskCount: counted.length,
    isOpen: lock?.isOpen ?? true,
    locks: reasonsOf(lock, zone),
    tasks: own.map((task) => taskShown(task, stage, drawn)),
  }
}

function taskShown(task: TaskRow, stage: Stage, { part, locks, titles, now, zone, sessions, attendance, hiddenScores }: Drawn) {
  const { participant, outline } = part
  const at = taskAt(participant, task.id)
  const lock = locks.get(task.id)
  const dueAt = dueOf(task, stage, participant.enrolledAt)
  const session = sessions.get(task.id)
  return {
    ...{
      id: task.id,
      title: task.title,
      kind: task.kind,
      kindLabel: kindLabelOf(task.kind),
      isRequired: isRequiredOf(task, participant),
    },
    state: stateOf(task, participant),
    isExempted: at.isExempted,
    score: at.scoreHundredths === null || hiddenScores.has(task.id) ? null : at.scoreHundredths / 100,
    needs: needsOf(task),
    makesUpFor: task.makesUpTaskId === null ? null : (titles.get(task.makesUpTaskId) ?? null),
    dueAt,
    isOverdue: dueAt !== null && dueAt < now && !isComplete(at) && isRunning(outline.status),
    isOpen: lock?.isOpen ?? true,
    locks: reasonsOf(lock, zone),
    opensAt: lock && !lock.isOpen ? lock.opensAt : null,
    session: session
      ? {
          ...{ place: session.place, beginTime: session.beginTime, endTime: session.endTime },
          attendance: attendance.get(task.id) ?? null,
        }
      : null,
  }
}

type Shown = ReturnType<typeof stagesShown>

/** What to do now: what is owed first, else the first open task that is not done; nothing in an ended project. */
export function nextTaskOf({ outline, participant }: OwnPart, stages: Shown, now: Date): string | null {
  if (!isRunning(outline.status)) return null
  const waiting = stages.flatMap(({ tasks }) => tasks).filter(({ isOpen, state }) => isOpen && state !== taskProgress.complete)
  const owed = nextOf(outline, participant, now)
  return waiting.find(({ id }) => id === owed?.taskId)?.id ?? waiting[0]?.id ?? null
}

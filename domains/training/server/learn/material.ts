import { showPictures } from '@kaopei/files/server'
import type { Services } from '@kaopei/server'
import { z } from 'zod'
import { type MaterialContent, materialContent, materialRule } from '../../contract/outline.ts'
import { isComplete, taskAt } from '../../contract/participant.ts'
import { addEvents } from '../standing/derive.ts'
import { begin, type Caller, type Entered } from './enter.ts'

/** What an event `begun` of a material is about: the material itself, its text, one of its files or links. */
const causeOf = z.object({ source: z.string().default(''), what: z.string().optional() })

/** What of a material somebody has been through. */
export interface Material {
  readonly content: MaterialContent
  readonly isRead: boolean
  /** Seconds that are still to be read. */
  readonly secondsLeft: number
  readonly openedFiles: ReadonlySet<string>
  readonly openedLinks: ReadonlySet<string>
  readonly isComplete: boolean
}

type Opening = Omit<Caller, 'fail'>
type What = { readonly source: 'read' } | { readonly source: 'file' | 'link'; readonly what: string }

export function materialOf({ now }: Pick<Opening, 'now'>, { task, events, participant }: Entered): Material {
  const content = materialContent.parse(task.content ?? {})
  const opened = events.flatMap(({ taskId, kind, cause, at }) =>
    taskId === task.id && kind === 'begun' ? [{ ...causeOf.parse(cause), at }] : [],
  )
  const whatOf = (source: string) => new Set(opened.flatMap((one) => (one.source === source ? (one.what ?? []) : [])))
  const isDone = isComplete(taskAt(participant, task.id))
  const isRead = isDone || content.html === '' || opened.some(({ source }) => source === 'read')
  const { seconds } = materialRule.parse(task.rule)
  return {
    content,
    isRead,
    secondsLeft: isRead ? 0 : secondsLeft(opened[0]?.at ?? now, seconds, now),
    openedFiles: whatOf('file'),
    openedLinks: whatOf('link'),
    isComplete: isDone,
  }
}

/** By the server's clock, since the material was opened first. */
const secondsLeft = (since: Date, seconds: number, now: Date): number =>
  Math.max(0, Math.ceil(seconds - (now.getTime() - since.getTime()) / 1000))

/** Keeps that a part of it was opened, once, and completes it with the last one. Answers whether it is complete. */
export async function takeMaterial(opening: Opening, entered: Entered, part: What): Promise<boolean> {
  const { db, actor, now } = opening
  await begin(opening, entered)
  const before = materialOf(opening, entered)
  if (isKnown(before, part)) return before.isComplete
  const isWhole = isAllOpened(withPart(before, part)) && !before.isComplete
  const place = { staffId: actor.staffId, taskId: entered.task.id, at: now }
  const done = isWhole ? [{ ...place, kind: 'done' as const, cause: { source: 'material' } }] : []
  await addEvents(db, entered.outline.projectId, [{ ...place, kind: 'begun', cause: part }, ...done], now)
  return isWhole || before.isComplete
}

function isKnown({ isRead, openedFiles, openedLinks }: Material, part: What): boolean {
  if (part.source === 'read') return isRead
  return (part.source === 'file' ? openedFiles : openedLinks).has(part.what)
}

function withPart(material: Material, part: What): Material {
  if (part.source === 'read') return { ...material, isRead: true }
  return part.source === 'file'
    ? { ...material, openedFiles: new Set([...material.openedFiles, part.what]) }
    : { ...material, openedLinks: new Set([...material.openedLinks, part.what]) }
}

const isAllOpened = ({ content, isRead, openedFiles, openedLinks }: Material): boolean =>
  isRead && content.files.every(({ fileId }) => openedFiles.has(fileId)) && content.links.every(({ url }) => openedLinks.has(url))

export function materialShown(material: Material, title: string, services: Pick<Services, 'secret'>, companyId: string) {
  const { content, isRead, secondsLeft: left, openedFiles, openedLinks } = material
  return {
    title,
    html: showPictures(services, { companyId }, content.html),
    secondsLeft: left,
    isRead,
    files: content.files.map((file) => ({ ...file, isOpened: openedFiles.has(file.fileId) })),
    links: content.links.map((link) => ({ ...link, isOpened: openedLinks.has(link.url) })),
    isComplete: material.isComplete,
  }
}

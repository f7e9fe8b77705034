import type { Outbox } from '@kaopei/sitting/candidate'
import { Dialog } from '@kaopei/web/candidate'
import { isApiError } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { EvaluationSheet, OpenedEvaluation } from '../contract/answering.ts'
import type { AnswerCalls, HandedIn } from './answer-calls.ts'
import { choose, optionOf } from './answers.ts'
import { Item } from './item.tsx'
import { TimeLeft } from './time-left.tsx'

interface SheetProps {
  readonly opened: OpenedEvaluation
  readonly sheet: EvaluationSheet
  readonly outbox: Outbox
  readonly calls: AnswerCalls
  readonly due: string | null
  readonly onDone: (handedIn: HandedIn) => void
}

const drainMs = 8000

/** The items, some on a page: by touch, by mouse, by the keys 1 to 9. */
export function Sheet({ opened, sheet, outbox, calls, due, onDone }: SheetProps): ReactNode {
  const view = useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.view,
  )
  const { itemsAPage } = opened
  const { items } = sheet
  const chosen = (slot: number) => optionOf(view.slots.get(slot)?.answer)
  const [page, setPage] = useState(() =>
    firstOpenPage(
      items.map(({ option }) => option),
      itemsAPage,
    ),
  )
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const pageCount = Math.ceil(items.length / itemsAPage)
  const shown = items.slice(page * itemsAPage, (page + 1) * itemsAPage)
  const answeredCount = items.filter(({ slot }) => chosen(slot) !== null).length
  const isLast = page >= pageCount - 1
  const pick = (slot: number, option: number, isMeant: boolean) => {
    choose(outbox, slot, option)
    if (isMeant && itemsAPage === 1 && !isLast) setPage(page + 1)
  }
  const submit = async () => {
    setAsking(false)
    setSending(true)
    setProblem(undefined)
    await outbox.drain(drainMs)
    if (outbox.unheardCount > 0) {
      setProblem(`还有 ${outbox.unheardCount} 题没有保存到服务器，请检查网络后再提交；答案已保存在本机。`)
      setSending(false)
      return
    }
    try {
      const handedIn = await calls.submit(outbox.leaseEpoch)
      outbox.close()
      await outbox.forgetSettled().catch(() => undefined)
      onDone(handedIn)
    } catch (error) {
      setProblem(isApiError(error) ? error.message : '提交失败，请检查网络后重试')
      setSending(false)
    }
  }
  // Keys are the document's: whoever answers fifty items never reaches for the mouse.
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open], [role=dialog]')) return
      const place = Number(event.key) - 1
      const next = shown.find(({ slot }) => chosen(slot) === null) ?? shown.at(-1)
      if (next && Number.isInteger(place) && place >= 0 && place < next.options.length) pick(next.slot, place, true)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  })
  return (
    <div className="ev-sheet">
      <header className="ev-progress">
        <progress aria-label="作答进度" max={items.length} value={answeredCount} />
        <span>
          已答 {answeredCount} / {items.length}
        </span>
        {due && <TimeLeft due={due} serverTime={sheet.serverTime} onOver={() => void submit()} />}
        <span className="note" role="status">
          {saveWords(view)}
        </span>
      </header>
      {page === 0 && opened.instructions && <p className="ev-instructions">{opened.instructions}</p>}
      {shown.map((item) => (
        <Item
          key={item.slot}
          item={item}
          chosen={chosen(item.slot)}
          conflict={conflictOf(view.slots.get(item.slot)?.conflict?.theirs, item.options)}
          onChoose={(option, isPointed) => pick(item.slot, option, isPointed)}
          onResolve={(choice) => outbox.resolve(item.slot, choice)}
        />
      ))}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <nav className="ev-pages" aria-label="翻页">
        <button type="button" disabled={page === 0 || isSending} onClick={() => setPage(page - 1)}>
          上一页
        </button>
        <span className="note">
          {page + 1} / {pageCount}
        </span>
        {isLast ? (
          <button
            type="button"
            className="primary"
            disabled={isSending}
            onClick={() => (answeredCount < items.length ? setAsking(true) : void submit())}
          >
            {isSending ? '正在提交…' : '提交'}
          </button>
        ) : (
          <button type="button" className="primary" disabled={isSending} onClick={() => setPage(page + 1)}>
            下一页
          </button>
        )}
      </nav>
      {isAsking && (
        <Dialog title="还有题目没有作答" onClose={() => setAsking(false)}>
          <p>还有 {items.length - answeredCount} 题没有作答。一个维度答满八成才能计算；提交后不能再改。</p>
          <div className="dialog-buttons">
            <button
              type="button"
              onClick={() => {
                setAsking(false)
                setPage(
                  firstOpenPage(
                    items.map(({ slot }) => chosen(slot)),
                    itemsAPage,
                  ),
                )
              }}
            >
              去作答
            </button>
            <button type="button" className="primary" onClick={() => void submit()}>
              仍然提交
            </button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

function firstOpenPage(options: readonly (number | null)[], itemsAPage: number): number {
  const place = options.indexOf(null)
  return Math.floor((place === -1 ? options.length - 1 : place) / itemsAPage)
}

const conflictOf = (theirs: Parameters<typeof optionOf>[0] | undefined, options: readonly string[]): string | undefined =>
  theirs === undefined ? undefined : (options[optionOf(theirs) ?? -1] ?? '未作答')

/** 已保存 is said from receipts alone. */
function saveWords({ unsentCount, isOffline, isConnectionLost, isStored, lastSavedAt, standing }: Outbox['view']): string {
  if (standing === 'signedOut') return '登录已失效，请重新登录后继续；答案已保存在本机'
  if (unsentCount === 0) return lastSavedAt ? '已保存' : ''
  if (!isStored) return '本机不能保存，请不要关闭页面'
  return isOffline || isConnectionLost ? '网络不通，已保存在本机，恢复后自动上传' : '正在保存…'
}

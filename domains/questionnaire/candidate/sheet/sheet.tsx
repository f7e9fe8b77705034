import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Answer, Answers, Person } from '../../contract/answers.ts'
import type { Definition } from '../../contract/definition.ts'
import { type Problem, problemsOf } from '../../contract/rules/problems-of.ts'
import { visibleIn } from '../../contract/rules/visible-in.ts'
import { ElementBox } from './element-box.tsx'
import type { SheetFiles } from './field-props.ts'
import { type ShownPage, shownPages } from './shown-pages.ts'
import './sheet.css'

interface SheetProps {
  readonly definition: Definition
  readonly person: Person
  readonly pictureUrls: Readonly<Record<string, string>>
  /** Random orders are made of it. */
  readonly seed: string
  readonly answers: Answers
  readonly files: SheetFiles
  readonly isSending?: boolean
  /** 提交, 保存修改 */
  readonly finishText?: string
  /** Beside the editor nothing is handed in and the focus stays in the editor. */
  readonly isPreview?: boolean
  /** What is said above the first page. */
  readonly lead?: ReactNode
  readonly onChange: (answers: Answers) => void
  /** Everything is filled in. */
  readonly onFinish: () => void
}

/** A questionnaire page by page, by the rules that the server has: what is hidden is not asked, what is wrong is said beside it. */
export function Sheet(props: SheetProps): ReactNode {
  const { definition, person, seed, answers, isPreview = false, isSending = false, finishText = '提交', lead, onFinish } = props
  const visible = useMemo(() => visibleIn(definition, answers, person), [definition, answers, person])
  const pages = useMemo(() => shownPages(definition, visible, seed), [definition, visible, seed])
  const [pageId, setPageId] = useState<string>()
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const at = placeOf(pages, definition, pageId)
  const page = pages[at]
  const problems = useMemo(() => problemsOf(definition, answers, person, visible), [definition, answers, person, visible])
  const box = useRef<HTMLDivElement>(null)
  const focus = useFocus(box, isPreview)
  if (!page) return <p className="qn note">没有需要填写的内容。</p>

  const isLast = at === pages.length - 1
  const wrongOn = (one: ShownPage) =>
    problems.filter(({ elementId }) => one.elements.some(({ element }) => element.id === elementId))
  const wrongHere = wrongOn(page)
  const goTo = (id: string) => {
    setPageId(id)
    focus.onPage()
  }
  const refuse = (wrong: readonly ShownPage[]) => {
    setTried(new Set([...tried, ...wrong.map(({ id }) => id)]))
    const [first] = wrong
    if (first && first.id !== page.id) setPageId(first.id)
    focus.onProblem()
  }
  const goOn = () => {
    if (wrongHere.length > 0) return refuse([page])
    const next = pages[at + 1]
    if (next) return goTo(next.id)
    const wrong = pages.filter((one) => wrongOn(one).length > 0)
    if (wrong.length > 0) return refuse(wrong)
    onFinish()
  }
  const previous = pages[at - 1]
  return (
    <div className="qn" ref={box}>
      <Progress {...{ pages, at }} answered={visible.kept} />
      {at === 0 && lead}
      <h2 className="qn-page-title" tabIndex={-1}>
        {page.title || (pages.length > 1 ? `第 ${at + 1} 页` : <span className="visually-hidden">题目</span>)}
      </h2>
      {tried.has(page.id) && wrongHere.length > 0 && (
        <div className="qn-said qn-bad" role="alert">
          本页有 {new Set(wrongHere.map(({ elementId }) => elementId)).size} 题需要修改，已在题目下方标出。
        </div>
      )}
      <Elements {...props} page={page} problems={tried.has(page.id) ? wrongHere : none} />
      <div className="qn-steps">
        {previous && (
          <button type="button" onClick={() => goTo(previous.id)}>
            上一页
          </button>
        )}
        <button type="button" className="primary" disabled={isSending} onClick={goOn}>
          {isLast ? (isSending ? '提交中…' : finishText) : '下一页'}
        </button>
      </div>
    </div>
  )
}

const none: readonly Problem[] = []

interface ElementsProps extends SheetProps {
  readonly page: ShownPage
  readonly problems: readonly Problem[]
}

function Elements({ page, problems, answers, pictureUrls, files, onChange }: ElementsProps): ReactNode {
  const change = (id: string, answer: Answer | undefined) => {
    const { [id]: _before, ...rest } = answers
    onChange(answer === undefined ? rest : { ...rest, [id]: answer })
  }
  return page.elements.map(({ element, number }) => (
    <ElementBox
      key={element.id}
      {...{ element, number, files }}
      pictureUrl={element.kind === 'note' && element.pictureFileId !== null ? pictureUrls[element.pictureFileId] : undefined}
      answer={answers[element.id]}
      problem={problems.find(({ elementId }) => elementId === element.id)?.message}
      onChange={(answer) => change(element.id, answer)}
    />
  ))
}

interface ProgressProps {
  readonly pages: readonly ShownPage[]
  readonly at: number
  readonly answered: Answers
}

/** Questions that are answered, of those that show now: branches make it more or fewer. */
function Progress({ pages, at, answered }: ProgressProps): ReactNode {
  const questions = pages.flatMap(({ elements }) => elements).filter(({ number }) => number !== null)
  const done = questions.filter(({ element }) => answered[element.id] !== undefined).length
  return (
    <div className="qn-progress">
      <progress max={Math.max(1, questions.length)} value={done} aria-label="答题进度" />
      <span>
        已答 {done} / {questions.length} 题{pages.length > 1 && ` · 第 ${at + 1} / ${pages.length} 页`}
      </span>
    </div>
  )
}

/** Where somebody stands; when their page has gone, on the last one before it that is there. */
function placeOf(pages: readonly ShownPage[], definition: Definition, pageId: string | undefined): number {
  const at = pages.findIndex(({ id }) => id === pageId)
  if (at >= 0 || pageId === undefined) return Math.max(0, at)
  const order = definition.pages.map(({ id }) => id)
  const before = pages.findLastIndex(({ id }) => order.indexOf(id) < order.indexOf(pageId))
  return Math.max(0, before)
}

/** After the page has been drawn the focus goes to its head, or to what is wrong. */
function useFocus(box: { readonly current: HTMLElement | null }, isPreview: boolean) {
  const [wish, setWish] = useState<{ readonly to: string }>()
  // What is to get the focus is on the page only once it is drawn.
  useEffect(() => {
    if (!wish || isPreview) return
    const target = box.current?.querySelector<HTMLElement>(wish.to)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [wish, box, isPreview])
  const wrong = '.qn-wrong :is(input:not([hidden]), select, textarea, button:not(:disabled))'
  return {
    onPage: () => setWish({ to: '.qn-page-title' }),
    onProblem: () => setWish({ to: wrong }),
  }
}

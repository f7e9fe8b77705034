import { Bones, confirmAction, confirmLeaving, DrawerFooter, ErrorState, useAction, useCall, useUnsavedGuard } from '@kaopei/web'
import { apiCodes, call, isApiError } from '@kaopei/web/client'
import { Drawer } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { type OuterCollection, outerCollection } from '../contract/collection.ts'
import { collectErrors } from '../contract/errors.ts'
import { CollectLists } from './collect-lists.tsx'
import { isSameLists, knownIn, type Lists, listsOf, savedLists } from './field-lists.ts'

export interface InfoCollectDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Of this exam; the company's default without it. */
  readonly examId?: string
  readonly onSaved?: (collection: OuterCollection) => void
}

/** 信息收集: which fields outside candidates must fill in, may fill in, and are not asked for. */
export default function InfoCollect(props: InfoCollectDrawerProps): ReactNode {
  const { open, onClose, examId } = props
  const ofDefault = useCall(outerCollection.getDefaultCollection, undefined, { enabled: examId === undefined })
  const ofExam = useCall(outerCollection.getExamCollection, { id: examId ?? '' }, { enabled: examId !== undefined })
  const asked = examId === undefined ? ofDefault : ofExam
  // What was read at an earlier opening may be old by now.
  const [fresh, setFresh] = useState<OuterCollection>()
  if (!fresh && asked.data && !asked.isFetching) setFresh(asked.data)
  if (fresh) return <Editor {...props} collection={fresh} />
  return (
    <Drawer open={open} title="信息收集" size={950} onClose={onClose}>
      {asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <Bones rows={6} />}
    </Drawer>
  )
}

function Editor(props: InfoCollectDrawerProps & { readonly collection: OuterCollection }): ReactNode {
  const { open, onClose, examId, collection } = props
  // Read once: while the drawer is open the screen holds the truth, and the version says whether somebody else saved meanwhile.
  const [saved, setSaved] = useState({ lists: listsOf(collection), version: collection.version })
  const [lists, setLists] = useState(saved.lists)
  const isChanged = !isSameLists(saved.lists, lists)
  const saving = useSaving(props, setSaved, setLists)
  useGuard(open && isChanged)
  const close = async () => {
    if (!saving.isRunning && (!isChanged || (await confirmLeaving()))) onClose()
  }
  return (
    <Drawer
      open={open}
      title="信息收集"
      size={950}
      onClose={() => void close()}
      footer={
        <DrawerFooter
          onCancel={() => void close()}
          onOk={() => void saving.run(lists, saved.version)}
          isRunning={saving.isRunning}
        />
      }
    >
      <p className="kp-collect-note">
        {examId !== undefined && !collection.isOwn
          ? '本考试目前使用企业的默认设置，保存后只对本考试生效。'
          : '拖动字段，或用字段上的按钮，把它放到必填、选填或未添加中。'}
      </p>
      <CollectLists lists={lists} onChange={setLists} />
    </Drawer>
  )
}

function useSaving(
  { examId, onClose, onSaved }: InfoCollectDrawerProps,
  setSaved: (saved: { lists: Lists; version: number }) => void,
  setLists: (lists: Lists) => void,
) {
  const options = { successText: '保存成功' }
  const saveDefault = useAction(outerCollection.saveDefaultCollection, options)
  const saveExam = useAction(outerCollection.saveExamCollection, options)
  /** Somebody has removed a field meanwhile: the rest of the arrangement stays, to be saved again. */
  const dropMissing = async (lists: Lists) => {
    const there = await (examId === undefined
      ? call(outerCollection.getDefaultCollection)
      : call(outerCollection.getExamCollection, { id: examId }))
    setLists(knownIn(lists, listsOf(there)))
  }
  const run = async (lists: Lists, version: number) => {
    const input = { ...savedLists(lists), version }
    const outcome = examId === undefined ? await saveDefault.run(input) : await saveExam.run({ ...input, id: examId })
    if (outcome.ok) {
      onSaved?.(outcome.data)
      onClose()
      return
    }
    if (isApiError(outcome.error, collectErrors.unknownField.code)) return dropMissing(lists)
    const current = isApiError(outcome.error, apiCodes.changed) ? collectionOf(outcome.error.data) : undefined
    if (!current) return
    setSaved({ lists: listsOf(current), version: current.version })
    const takesNew = await confirmAction({
      title: '数据已被他人修改',
      content: '可以载入最新内容后重新调整，也可以保留现在的调整，核对后再次保存。',
      okText: '载入最新内容',
      cancelText: '保留我的调整',
    })
    if (takesNew) setLists(listsOf(current))
  }
  return { run, isRunning: saveDefault.isRunning || saveExam.isRunning }
}

function collectionOf(data: unknown): OuterCollection | undefined {
  const parsed = outerCollection.getDefaultCollection.output.safeParse(data)
  return parsed.success ? parsed.data : undefined
}

function useGuard(isUnsaved: boolean): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useUnsavedGuard(useCallback(() => latest.current, []))
}

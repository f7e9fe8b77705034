import { CodeTag, calling, divider, formatBytes, formatDuration, formatInstant, RowActions } from '@kaopei/web'
import { Progress, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { coursewareType, transStatus } from '../contract/codes.ts'
import { type CoursewareRow, courseware } from '../contract/courseware.ts'
import type { Open } from './opened.ts'
import { removeAsked } from './remove-asked.tsx'

export function coursewareColumns(open: Open): TableColumnsType<CoursewareRow> {
  return [
    {
      title: '标题',
      dataIndex: 'title',
      width: 190,
      ellipsis: true,
      render: (title: string, row) => (
        <button type="button" className="kp-link kp-ware-title" title={title} onClick={() => open({ kind: 'preview', row })}>
          {title}
        </button>
      ),
    },
    { title: '类型', dataIndex: 'type', width: 86, render: (type: number) => <CodeTag codes={coursewareType} value={type} /> },
    { title: '转码状态', key: 'transStatus', width: 180, render: (_, row) => <WorkCell row={row} /> },
    { title: '时长/大小', key: 'size', width: 100, render: (_, row) => sizeOf(row) },
    { title: '创建人', dataIndex: 'creatorName', width: 108, ellipsis: true },
    { title: '学习人数', dataIndex: 'learnCount', width: 84, align: 'right' },
    { title: '更新时间', dataIndex: 'updateTime', width: 146, render: (at: string) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 176,
      fixed: 'right',
      render: (_, row) => <CoursewareActions row={row} open={open} />,
    },
  ]
}

/** Pictures and micro-courses are never converted. */
const isUsedAsItIs = ({ type, transStatus: status }: CoursewareRow) =>
  (type === coursewareType.image || type === coursewareType.microCourse) && status === transStatus.none

/** The state with what is worth knowing of it: how far it is, how many come before, why it failed. */
export function WorkCell({ row }: { readonly row: CoursewareRow }): ReactNode {
  const { state, progress, queuePlace, failureText } = row.work
  if (isUsedAsItIs(row)) return <span className="kp-hint">无需转码</span>
  if (state === 'running')
    return (
      <div className="kp-ware-work">
        <CodeTag codes={transStatus} value={row.transStatus} />
        <Progress percent={progress} size="small" aria-label={`${row.title}转码进度`} />
      </div>
    )
  const note =
    state === 'waiting' ? placeWords(queuePlace) : row.transStatus === transStatus.failed ? failureText : asItIsWords(row)
  return (
    <div className="kp-ware-work">
      <CodeTag codes={transStatus} value={row.transStatus} />
      {note && (
        <span className={row.transStatus === transStatus.failed ? 'kp-ware-failure' : 'kp-hint'} title={note}>
          {note}
        </span>
      )}
      {row.isNewerWaiting && <span className="kp-hint">学员仍使用上一版本</span>}
    </div>
  )
}

const placeWords = (place: number | null) => (place === null || place === 0 ? '即将开始' : `排队中，前面还有 ${place} 个`)

/** Nothing could be made of it where a program is missing. */
function asItIsWords({ transStatus: status, work: { state, failureText } }: CoursewareRow): string | null {
  if (status !== transStatus.none) return null
  if (state === 'done') return '按上传的原文件播放'
  return state === 'failed' ? (failureText ?? '只能下载') : null
}

function sizeOf({ type, lengthSeconds, pageCount, sizeBytes }: CoursewareRow): string {
  if (lengthSeconds !== null) return formatDuration(lengthSeconds)
  if (type === coursewareType.document && pageCount !== null) return `${pageCount} 页`
  if (type === coursewareType.microCourse) return `${pageCount ?? 0} 节`
  return formatBytes(sizeBytes)
}

const hasSubtitles: readonly number[] = [coursewareType.video, coursewareType.audio]

function CoursewareActions({ row, open }: { readonly row: CoursewareRow; readonly open: Open }): ReactNode {
  const { id, title, type, work } = row
  const isMicroCourse = type === coursewareType.microCourse
  // Also what is played as it was uploaded: a converter may have come since.
  const isAsUploaded = work.state === 'done' && row.transStatus === transStatus.none
  const mayRetry = (work.state === 'failed' && !work.needsOtherFile) || work.state === 'cancelled' || isAsUploaded
  const isWorking = work.state === 'waiting' || work.state === 'running'
  return (
    <RowActions
      moreName={`${title}的更多操作`}
      actions={[
        { label: '预览', name: `预览${title}`, run: () => open({ kind: 'preview', row }) },
        isMicroCourse
          ? { label: '编辑', name: `编辑${title}`, to: `/productionOnlinePage?id=${id}` }
          : { label: '编辑', name: `编辑${title}`, right: courseware.update, run: () => open({ kind: 'edit', row }) },
        mayRetry &&
          calling(courseware.transcode, {
            label: '重试转码',
            isFolded: true,
            input: { id, action: 'retry' },
            successText: '已重新排队',
          }),
        isWorking &&
          calling(courseware.transcode, {
            label: '取消转码',
            isFolded: true,
            input: { id, action: 'cancel' },
            confirm: { title: '取消转码？', content: `“${title}”取消转码后不能学习，可以随时重试。` },
            successText: '已取消转码',
          }),
        !isMicroCourse && {
          label: '替换文件',
          isFolded: true,
          right: courseware.upload,
          run: () => open({ kind: 'replace', row }),
        },
        hasSubtitles.includes(type) && {
          label: '字幕',
          isFolded: true,
          right: courseware.update,
          run: () => open({ kind: 'subtitles', row }),
        },
        divider,
        {
          label: '删除',
          isFolded: true,
          isDangerous: true,
          right: courseware.delete,
          run: (runner) => removeAsked(row, runner),
        },
      ]}
    />
  )
}

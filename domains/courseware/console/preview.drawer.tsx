import {
  ArticlePreview,
  CodeTag,
  Dash,
  DocumentViewer,
  EmptyState,
  formatBytes,
  formatInstant,
  ListPage,
  Loaded,
  MediaPlayer,
  useCall,
} from '@kaopei/web'
import { saveUrl } from '@kaopei/web/client'
import { Button, Descriptions, Drawer } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { coursewareType, transStatus } from '../contract/codes.ts'
import { type CoursewareDetail, type CoursewareRow, courseware } from '../contract/courseware.ts'
import { filmSourceOf } from '../contract/playlist.ts'
import type { ShownCourseware } from '../contract/shown.ts'
import { WorkCell } from './courseware-columns.tsx'
import { PackagePreview } from './package-preview.tsx'
import { UsedIn } from './remove-asked.tsx'

/** 预览: what learners see of it, who made it, where it is used, which versions there were. */
export function PreviewDrawer({ row, onClose }: { readonly row: CoursewareRow; readonly onClose: () => void }): ReactNode {
  const detail = useCall(courseware.detail, { id: row.id })
  return (
    <Drawer open title={row.title} size={920} onClose={onClose}>
      <Loaded of={detail}>
        {(known) => (
          <>
            <Content row={known} />
            <Facts row={known} />
            {known.versionNumber > 1 && <Versions id={known.id} />}
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Content({ row }: { readonly row: CoursewareDetail }): ReactNode {
  const shown = useCall(courseware.preview, { id: row.id })
  return <Loaded of={shown}>{(content) => <Shown content={content} row={row} />}</Loaded>
}

/** What was made of it, by its type; what cannot be shown says why, and is offered as a file. */
function Shown({ content, row }: { readonly content: ShownCourseware; readonly row: CoursewareDetail }): ReactNode {
  const { title, type, refusal, downloadUrl, renditions, pages, blocks, coverUrl, subtitles } = content
  const source = useMemo(() => filmSourceOf(renditions, window.location.origin), [renditions])
  const [picture] = pages
  if (refusal !== null) return <Refused refusal={refusal} downloadUrl={downloadUrl} row={row} />
  if (blocks.length > 0) return <ArticlePreview title={title} time={row.updateTime} contentList={blocks} />
  if (type === coursewareType.image && picture) return <img className="kp-file-picture" src={picture.url} alt={title} />
  if (pages.length > 0) return <DocumentViewer name={title} pages={pages.map(({ url }) => url)} />
  if (content.package) return <PackagePreview shown={content.package} />
  if (renditions.length === 0) return <WorkCell row={row} />
  return (
    <MediaPlayer
      source={source}
      name={title}
      kind={type === coursewareType.audio ? 'audio' : 'video'}
      subtitles={subtitles}
      {...(coverUrl !== null && { poster: coverUrl })}
    />
  )
}

interface RefusedProps {
  readonly refusal: string
  readonly downloadUrl: string | null
  readonly row: CoursewareDetail
}

function Refused({ refusal, downloadUrl, row }: RefusedProps): ReactNode {
  const download = downloadUrl !== null && <Button onClick={() => saveUrl(downloadUrl, row.fileName)}>下载文件</Button>
  // Learners are sent to whoever sees this; the state says why, and what to do.
  const isFailed = row.transStatus === transStatus.failed
  return (
    <div className="kp-ware-refused">
      <WorkCell row={row} />
      <EmptyState text={isFailed ? '还没有可以学习的内容' : refusal} action={download} />
    </div>
  )
}

const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name).join('、')

function Facts({ row }: { readonly row: CoursewareDetail }): ReactNode {
  const texts = [
    ['贡献人', namesOf(row.contributor)],
    ['作者', namesOf(row.author)],
    ['主讲', namesOf(row.teacher)],
    ['助教', namesOf(row.assistTeacher)],
    ['知识点', namesOf(row.knowledgePoints)],
    ['字幕', row.subtitles.map(({ label }) => label).join('、')],
    ['描述', row.descript],
  ] as const
  return (
    <Descriptions
      className="kp-ware-facts"
      size="small"
      column={{ xs: 1, md: 2 }}
      items={[
        ...texts.map(([label, text]) => ({ key: label, label, children: <Dash>{text}</Dash> })),
        {
          key: 'usedIn',
          label: '用于',
          span: 'filled' as const,
          children: row.usedIn.length === 0 ? '暂未使用' : <UsedIn usedIn={row.usedIn} />,
        },
      ]}
    />
  )
}

function Versions({ id }: { readonly id: string }): ReactNode {
  return (
    <ListPage
      endpoint={courseware.versions}
      extraInput={{ id }}
      stateIn="memory"
      rowKey="id"
      hasSerial={false}
      columns={[
        {
          title: '版本',
          dataIndex: 'number',
          render: (number: number, one) => `第 ${number} 版${one.isGiven ? '（使用中）' : ''}`,
        },
        { title: '文件', dataIndex: 'fileName', render: (name: string) => <Dash>{name}</Dash> },
        { title: '大小', dataIndex: 'sizeBytes', render: (bytes: number) => (bytes === 0 ? <Dash /> : formatBytes(bytes)) },
        { title: '状态', dataIndex: 'transStatus', render: (status: number) => <CodeTag codes={transStatus} value={status} /> },
        {
          title: '已开始的人',
          dataIndex: 'isForBegun',
          render: (isForBegun: boolean) => (isForBegun ? '使用此版本' : '学完原版本'),
        },
        { title: '上传人', dataIndex: 'createdByName' },
        { title: '时间', dataIndex: 'createdAt', render: (at: string) => formatInstant(at) },
      ]}
    />
  )
}

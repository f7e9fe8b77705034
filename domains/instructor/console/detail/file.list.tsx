import { PlusOutlined } from '@ant-design/icons'
import {
  CodeTag,
  calling,
  Dash,
  DateInput,
  formatBytes,
  formatDate,
  formFor,
  ListPage,
  RightButton,
  RowActions,
  UploadField,
} from '@kaopei/web'
import { Input, Select, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { fileValidity, teacherFileKind } from '../../contract/codes.ts'
import { type TeacherFileRow, teacherFile } from '../../contract/teacher-file.ts'
import { detailPath } from '../paths.ts'

const uploaded = z.object({ fileId: z.string(), fileUrl: z.string(), name: z.string(), sizeBytes: z.number() })
const { Field, FormDrawer } = formFor(teacherFile.reUploadTeacherFile, z.object({ files: z.array(uploaded) }))

export interface FileListProps {
  /** Of one instructor, where files are added and renewed; else of all. */
  readonly teacherId?: string
  readonly endsWithinDays?: number
}

/** 资质档案 with the days on which they end. */
export function FileList({ teacherId, endsWithinDays }: FileListProps): ReactNode {
  const [opened, setOpened] = useState<TeacherFileRow | 'new'>()
  const add = teacherId !== undefined && (
    <RightButton right={teacherFile.reUploadTeacherFile} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
      上传档案
    </RightButton>
  )
  return (
    <>
      <ListPage
        endpoint={teacherFile.listTeacherFile}
        rowKey="id"
        extraInput={{
          ...(teacherId && { teacherId, hasReplaced: true }),
          ...(endsWithinDays !== undefined && { endsWithinDays }),
        }}
        columns={columns(setOpened, teacherId === undefined)}
        toolbar={add || <span className="kp-hint">60 天内到期的档案；到期前 60、30、7 天提醒讲师与负责人</span>}
        emptyText={teacherId ? '还没有档案' : '60 天内没有到期的档案'}
        emptyAction={add || undefined}
      />
      {opened && (
        <FileDrawer
          teacherId={opened === 'new' ? (teacherId ?? '') : opened.teacherId}
          before={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

const columns = (renew: (row: TeacherFileRow) => void, hasTeacher: boolean): TableColumnsType<TeacherFileRow> => [
  {
    title: '档案名称',
    dataIndex: 'name',
    width: 150,
    ellipsis: true,
    render: (name: string, { fileUrl }) => (
      <a href={fileUrl} target="_blank" rel="noreferrer">
        {name}
      </a>
    ),
  },
  ...(hasTeacher
    ? [
        {
          title: '讲师',
          dataIndex: 'teacherName',
          width: 90,
          render: (name: string, { teacherId }: TeacherFileRow) => <Link to={detailPath(teacherId, 'files')}>{name}</Link>,
        },
      ]
    : []),
  { title: '类型', dataIndex: 'kind', width: 90, render: (kind: number) => teacherFileKind.label(kind) },
  {
    title: '有效期',
    key: 'valid',
    width: 194,
    render: (_, { validFrom, validUntil }) => `${validFrom ?? '即日'} 至 ${validUntil ?? '长期'}`,
  },
  {
    title: '状态',
    key: 'validity',
    width: 92,
    render: (_, { validity, isReplaced }) => (isReplaced ? '已更新' : <CodeTag codes={fileValidity} value={validity} />),
  },
  {
    title: '剩余天数',
    dataIndex: 'daysLeft',
    width: 90,
    align: 'right',
    className: 'kp-number',
    render: (days: number | null, { isReplaced }) => <Dash>{isReplaced || days === null ? null : days}</Dash>,
  },
  { title: '大小', dataIndex: 'sizeBytes', width: 80, align: 'right', render: (bytes: number) => formatBytes(bytes) },
  {
    title: '上传',
    key: 'uploaded',
    width: 180,
    render: (_, row) => `${formatDate(row.uploadedAt)} ${row.uploadedByName ?? ''}`,
  },
  {
    title: '操作',
    key: 'actions',
    width: 116,
    fixed: 'right',
    render: (_, row) =>
      row.isReplaced ? (
        '-'
      ) : (
        <RowActions
          actions={[
            { label: '更新', name: `更新 ${row.name}`, right: teacherFile.reUploadTeacherFile, run: () => renew(row) },
            calling(teacherFile.removeTeacherFile, {
              label: '删除',
              name: `删除 ${row.name}`,
              isDangerous: true,
              input: { id: row.id },
              confirm: `确定删除档案“${row.name}”吗？`,
              refreshes: [teacherFile.listTeacherFile],
            }),
          ]}
        />
      ),
  },
]

interface FileDrawerProps {
  readonly teacherId: string
  readonly before: TeacherFileRow | undefined
  readonly onClose: () => void
}

function FileDrawer({ teacherId, before, onClose }: FileDrawerProps): ReactNode {
  return (
    <FormDrawer
      open
      title={before ? `更新档案：${before.name}` : '上传档案'}
      width={520}
      endpoint={teacherFile.reUploadTeacherFile}
      successText="上传成功"
      onClose={onClose}
      initialValues={{
        teacherId,
        id: before?.id ?? null,
        kind: before?.kind ?? teacherFileKind.qualification,
        name: before?.name ?? '',
        files: [],
      }}
      toInput={({ files, validFrom, validUntil, ...values }) => ({
        ...values,
        fileId: files?.at(-1)?.fileId ?? '',
        validFrom: validFrom ?? null,
        validUntil: validUntil ?? null,
      })}
    >
      <Field name="files" label="文件" required>
        <UploadField purpose="attachment" replace limit={1} hint="证书、合同的扫描件或照片" />
      </Field>
      <Field name="kind" label="类型">
        <Select options={teacherFileKind.options} />
      </Field>
      <Field name="name" label="档案名称">
        <Input maxLength={100} placeholder="例如：高级电工证" />
      </Field>
      <Field name="validFrom" label="生效日期" required={false}>
        <DateInput />
      </Field>
      <Field name="validUntil" label="到期日期" required={false} extra="留空为长期有效">
        <DateInput />
      </Field>
    </FormDrawer>
  )
}

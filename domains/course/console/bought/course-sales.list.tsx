import { PlusOutlined } from '@ant-design/icons'
import { merchant } from '@kaopei/tenant/contract/merchant'
import {
  FoundSelect,
  formatInstant,
  formatNumber,
  formFor,
  InstantInput,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
  useCall,
} from '@kaopei/web'
import { InputNumber, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { courseSale } from '../../contract/bought.ts'
import { courseSource, courseStatus, limitType } from '../../contract/codes.ts'
import { course } from '../../contract/course.ts'

const { Field, FormDrawer, useValue } = formFor([courseSale.create, courseSale.modify])
const buying = formFor(courseSale.create)

type Row = RowOf<typeof courseSale.list>

/** 课程授权: which of the platform's courses other companies may learn, with how many accounts and until when. */
export default function CourseSales(): ReactNode {
  const [opened, setOpened] = useState<Row | 'new'>()
  return (
    <>
      <ListPage
        title="课程授权"
        endpoint={courseSale.list}
        rowKey="id"
        emptyText="还没有授权课程"
        filters={[{ name: 'name', label: '课程或企业', kind: 'text' }]}
        toolbar={
          <RightButton right={courseSale.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
            新增授权
          </RightButton>
        }
        columns={[
          { title: '企业', dataIndex: 'buyerName', width: 200, ellipsis: true },
          { title: '课程', dataIndex: 'courseName', width: 220, ellipsis: true },
          {
            title: '账号数',
            dataIndex: 'limitCount',
            width: 100,
            align: 'right',
            className: 'kp-number',
            render: (count: number | null) => (count === null ? '不限' : formatNumber(count)),
          },
          { title: '生效时间', dataIndex: 'validFrom', width: 160, render: (at: string) => formatInstant(at) },
          {
            title: '到期时间',
            dataIndex: 'validUntil',
            width: 160,
            render: (at: string | null) => (at === null ? '长期' : formatInstant(at)),
          },
          { title: '授权时间', dataIndex: 'createdAt', width: 160, render: (at: string) => formatInstant(at) },
          {
            title: '操作',
            key: 'actions',
            width: 90,
            fixed: 'right',
            render: (_, row) => <RowActions actions={[{ label: '修改', right: courseSale.modify, run: () => setOpened(row) }]} />,
          },
        ]}
      />
      {opened === 'new' && <NewSale onClose={() => setOpened(undefined)} />}
      {opened !== undefined && opened !== 'new' && <ChangedSale sale={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const atOnce = 50

/** Companies that may buy, by their names. */
function useCompanies(keyWords: string) {
  const { data, ...asked } = useCall(merchant.list, { pageSize: atOnce, ...(keyWords && { keyWords }) }, { keepPrevious: true })
  const others = (data?.dataList ?? []).filter(({ isPlatform }) => !isPlatform)
  const left = (data?.dataList.length ?? 0) - others.length
  return {
    options: others.map(({ id, name }) => ({ value: id, label: name })),
    totalCount: (data?.totalCount ?? 0) - left,
    ...asked,
  }
}

/** Courses of one's own on the shelf, by their names. */
function useOffered(title: string) {
  const { data, ...asked } = useCall(
    course.courseLibraryQuery,
    { pageSize: atOnce, source: courseSource.own, courseStatus: courseStatus.shelved, ...(title && { title }) },
    { keepPrevious: true },
  )
  return {
    options: (data?.dataList ?? []).map(({ id, courseName }) => ({ value: id, label: courseName })),
    totalCount: data?.totalCount ?? 0,
    ...asked,
  }
}

function NewSale({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <FormDrawer
      open
      title="新增授权"
      width={560}
      endpoint={courseSale.create}
      successText="授权成功"
      onClose={onClose}
      initialValues={{ limitType: limitType.limited, validFrom: new Date().toISOString() }}
    >
      <buying.Field name="companyId" label="企业">
        <FoundSelect placeholder="请选择企业" useFound={useCompanies} />
      </buying.Field>
      <buying.Field name="courseId" label="课程" extra="已上架的自建课程，其中只有课件、图文和链接的才能授权">
        <FoundSelect placeholder="请选择课程" useFound={useOffered} />
      </buying.Field>
      <TermFields />
    </FormDrawer>
  )
}

function ChangedSale({ sale, onClose }: { readonly sale: Row; readonly onClose: () => void }): ReactNode {
  const { id, limitType: type, limitCount, validFrom, validUntil, startWithinDays } = sale
  return (
    <FormDrawer
      open
      title={`修改授权：${sale.buyerName}`}
      width={560}
      endpoint={courseSale.modify}
      successText="修改成功"
      onClose={onClose}
      initialValues={{ id, limitType: type, limitCount, validFrom, validUntil, startWithinDays }}
    >
      <TermFields />
    </FormDrawer>
  )
}

function TermFields(): ReactNode {
  const isLimited = useValue('limitType') === limitType.limited
  return (
    <>
      <Field name="limitType" label="账号数">
        <Radio.Group options={[...limitType.options]} />
      </Field>
      {isLimited && (
        <Field name="limitCount" label="总账号数" required extra="不能少于已分配和已使用的数量">
          <InputNumber min={1} max={10_000_000} style={{ width: '100%' }} />
        </Field>
      )}
      <Field name="validFrom" label="生效时间">
        <InstantInput />
      </Field>
      <Field name="validUntil" label="到期时间" extra="留空为长期有效">
        <InstantInput />
      </Field>
      <Field name="startWithinDays" label="分配后须在几天内开始" extra="逾期未开始的账号自动收回；留空为不限">
        <InputNumber min={1} max={3650} suffix="天" style={{ width: '100%' }} />
      </Field>
    </>
  )
}

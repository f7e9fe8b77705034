import type { OutputOf } from '@kaopei/contract'
import { linkState } from '@kaopei/share/contract/link-row'
import { inAWeek, linkColumns, ShareDrawer, useLinkMaker } from '@kaopei/share/parts'
import { calling, Dash, formFor, InstantInput, ListPage, toast } from '@kaopei/web'
import { Drawer, InputNumber, Select, Switch, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import type { examPeople } from '../../contract/exam-people.ts'
import { type ReviewLinkRow, reviewLinks } from '../../contract/review-links.ts'

const making = formFor(reviewLinks.create)

export interface ReviewLinksProps {
  readonly examId: string
  readonly reviewers: OutputOf<typeof examPeople.listReviewers>['dataList']
  readonly open: boolean
  readonly onClose: () => void
}

/** 快速阅卷链接: by which a reviewer marks this exam without a login. */
export default function ReviewLinksDrawer({ examId, reviewers, open, onClose }: ReviewLinksProps): ReactNode {
  const [initialValues] = useState(() => ({ examinationId: examId, maxDevices: 2, sendsMail: true, expiresAt: inAWeek() }))
  const [renewed, setRenewed] = useState<{ readonly url: string; readonly title: string }>()
  const maker = useLinkMaker({
    endpoint: reviewLinks.create,
    form: making,
    button: '创建链接',
    title: '创建快速阅卷链接',
    successText: '快速阅卷链接已创建',
    initialValues,
    nameOf: ({ staffId }) => reviewers.find((one) => one.staffId === staffId)?.name,
    onMade: tellMail,
    children: <LinkFields reviewers={reviewers} />,
  })
  return (
    <Drawer open={open} title="快速阅卷链接" size="min(1080px, 100vw)" onClose={onClose}>
      <p className="kp-hint">
        阅卷官打开链接、填写邮箱收到的验证码后，无需登录即可批阅本场考试，只看得到匿名的答卷。停用或移除阅卷官后立即失效，已提交的评分保留。
      </p>
      <ListPage
        endpoint={reviewLinks.list}
        extraInput={{ examinationId: examId }}
        stateIn="memory"
        rowKey="id"
        toolbar={maker.button}
        columns={columnsWith(setRenewed)}
        emptyText="还没有快速阅卷链接"
      />
      {maker.drawers}
      {renewed && <ShareDrawer open originUrl={renewed.url} title={renewed.title} onClose={() => setRenewed(undefined)} />}
    </Drawer>
  )
}

function tellMail({ isMailed }: { readonly isMailed: boolean }): void {
  if (isMailed) toast.success('已发送到阅卷官的邮箱')
}

function LinkFields({ reviewers }: Pick<ReviewLinksProps, 'reviewers'>): ReactNode {
  return (
    <>
      <making.Field name="staffId" label="阅卷官">
        <Select
          placeholder="请选择阅卷官"
          showSearch={{ optionFilterProp: 'label' }}
          options={reviewers.map(({ staffId, name, department }) => ({
            value: staffId,
            label: department === null ? name : `${name}（${department}）`,
          }))}
        />
      </making.Field>
      <making.Field name="expiresAt" label="有效期至" extra="最长 90 天。">
        <InstantInput />
      </making.Field>
      <making.Field name="maxDevices" label="设备数上限" extra="超过后只能在已用过的设备上打开。">
        <InputNumber min={1} max={5} precision={0} suffix="台" style={{ width: 160 }} />
      </making.Field>
      <making.Field name="sendsMail" label="发送到阅卷官的邮箱" valuePropName="checked" required={false}>
        <Switch />
      </making.Field>
    </>
  )
}

const columnsWith = (onRenewed: (made: { url: string; title: string }) => void): TableColumnsType<ReviewLinkRow> => [
  { title: '阅卷官', dataIndex: 'title', width: 100, ellipsis: true },
  { title: '邮箱', dataIndex: 'email', width: 170, ellipsis: true, render: (email: string | null) => <Dash>{email}</Dash> },
  {
    title: '设备',
    key: 'devices',
    width: 70,
    align: 'right',
    render: (_, { deviceCount, maxDevices }) => `${deviceCount} / ${maxDevices}`,
  },
  ...linkColumns<ReviewLinkRow>({
    list: reviewLinks.list,
    revoke: reviewLinks.revoke,
    confirm: '停用后此链接立即失效，正在批阅的会被退出，已提交的评分和草稿保留。确定停用吗？',
    lastUsed: '最近打开',
    actionsWidth: 150,
    actions: (row) => [
      row.state === linkState.living &&
        calling(reviewLinks.renew, {
          label: '重新发送',
          name: `重新发送 ${row.title}`,
          input: { id: row.id },
          confirm: '将生成新的链接并发送到阅卷官的邮箱，原链接立即失效。确定重新发送吗？',
          refreshes: [reviewLinks.list],
          onDone: (made) => {
            tellMail(made)
            onRenewed({ url: made.url, title: row.title })
          },
        }),
    ],
  }),
]

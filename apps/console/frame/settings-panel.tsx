import { CheckOutlined } from '@ant-design/icons'
import { presetColours, toast, type UiSize, uiSettings, useUiSettings } from '@kaopei/web'
import { Drawer, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'

const sizeLabels: Readonly<Record<UiSize, string>> = { default: '默认', medium: '中等', small: '紧凑', mini: '迷你' }

interface SettingsPanelProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Size and colour of the interface, kept on this device. */
export default function SettingsPanel({ open, onClose }: SettingsPanelProps): ReactNode {
  const { size, primary } = useUiSettings()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const changeSize = (next: UiSize) => {
    uiSettings.change({ size: next })
    toast.success('Switch Size Success')
    // Tables measure their columns when they are made: the view is entered anew.
    void navigate(`/redirect${pathname}${search}`, { replace: true })
  }
  return (
    <Drawer open={open} onClose={onClose} title="界面设置" size={320}>
      <fieldset className="kp-settings">
        <legend>尺寸</legend>
        <Radio.Group
          value={size}
          onChange={(event) => changeSize(event.target.value)}
          optionType="button"
          options={Object.entries(sizeLabels).map(([value, label]) => ({ value, label }))}
        />
      </fieldset>
      <fieldset className="kp-settings">
        <legend>主题色</legend>
        <div className="kp-colours">
          {presetColours.map((colour) => (
            <button
              key={colour}
              type="button"
              aria-label={`主题色 ${colour}`}
              aria-pressed={colour === primary}
              title={colour}
              style={{ background: colour }}
              onClick={() => uiSettings.change({ primary: colour })}
            >
              {colour === primary && <CheckOutlined />}
            </button>
          ))}
        </div>
      </fieldset>
      <p className="kp-hint">设置保存在本机，只影响您自己。</p>
    </Drawer>
  )
}

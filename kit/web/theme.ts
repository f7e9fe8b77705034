import type { ThemeConfig } from 'antd'
import { theme } from 'antd'
import { readableShade, tintOf } from './readable-shade.ts'
import type { UiSettings } from './ui-settings.ts'

const ink = { text: '#1f2329', secondary: '#51565d', tertiary: '#646a73', placeholder: '#6b717c' } as const

/** What each size changes together: control height, font, row height. */
const sizes = {
  default: { componentSize: 'large', fontSize: 14, controlHeight: 36, cell: 12 },
  medium: { componentSize: 'middle', fontSize: 14, controlHeight: 32, cell: 9 },
  small: { componentSize: 'small', fontSize: 13, controlHeight: 30, cell: 7 },
  mini: { componentSize: 'small', fontSize: 12, controlHeight: 26, cell: 5 },
} as const

export function componentSizeOf(size: UiSettings['size']): 'large' | 'middle' | 'small' {
  return sizes[size].componentSize
}

/** The one theme. The chosen colour fills; wherever it carries or is text, its readable shade takes over. */
export function themeOf({ size, primary }: Pick<UiSettings, 'size' | 'primary'>, hasMotion: boolean): ThemeConfig {
  const strong = readableShade(primary)
  const { fontSize, controlHeight, cell } = sizes[size]
  return {
    cssVar: { key: 'kaopei' },
    hashed: false,
    algorithm: size === 'mini' ? [theme.defaultAlgorithm, theme.compactAlgorithm] : theme.defaultAlgorithm,
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      colorLink: strong,
      colorLinkHover: primary,
      colorSuccess: '#2f9e44',
      colorWarning: '#d97706',
      colorError: '#d92d20',
      colorText: ink.text,
      colorTextSecondary: ink.secondary,
      colorTextTertiary: ink.tertiary,
      colorTextDescription: ink.tertiary,
      colorTextPlaceholder: ink.placeholder,
      colorBgLayout: '#f3f5f8',
      colorBorderSecondary: '#e8ebf0',
      borderRadius: 6,
      // The compact algorithm takes two pixels off what it is given.
      fontSize: size === 'mini' ? fontSize + 2 : fontSize,
      fontSizeLG: fontSize,
      controlHeightLG: controlHeight,
      controlHeight: Math.min(32, controlHeight),
      controlHeightSM: Math.min(28, controlHeight),
      fontFamily:
        "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif",
      wireframe: false,
      motion: hasMotion,
    },
    components: componentsOf(strong, cell),
  }
}

/** The chosen size and colour for styles of our own: `--kp-primary` fills, `--kp-strong` is text, `--kp-soft` is ground. */
export function styleVariables({ size, primary }: Pick<UiSettings, 'size' | 'primary'>): Readonly<Record<string, string>> {
  return {
    '--kp-font-size': `${sizes[size].fontSize}px`,
    '--kp-primary': primary,
    '--kp-strong': readableShade(primary),
    '--kp-soft': tintOf(primary, 0.1),
  }
}

function componentsOf(strong: string, cell: number): NonNullable<ThemeConfig['components']> {
  return {
    Button: {
      colorPrimary: strong,
      colorPrimaryHover: strong,
      colorPrimaryActive: strong,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Menu: {
      itemSelectedColor: strong,
      itemHoverColor: strong,
      horizontalItemSelectedColor: strong,
      itemBorderRadius: 6,
      itemHeight: 40,
      activeBarBorderWidth: 0,
    },
    Tabs: { itemSelectedColor: strong, itemHoverColor: strong, horizontalMargin: '0' },
    Pagination: { itemActiveColor: strong, itemActiveColorHover: strong },
    DatePicker: { colorPrimary: strong },
    Steps: { colorPrimary: strong },
    Radio: { colorPrimary: strong },
    Segmented: { itemSelectedColor: strong },
    Badge: { colorError: '#d92d20' },
    Table: {
      headerBg: '#f7f8fa',
      headerColor: ink.secondary,
      headerSplitColor: 'transparent',
      cellPaddingBlock: cell,
      cellPaddingBlockMD: cell,
      cellPaddingBlockSM: cell,
      cellPaddingInline: 12,
      cellPaddingInlineMD: 12,
      cellPaddingInlineSM: 8,
    },
    Form: { labelColor: ink.secondary, itemMarginBottom: 20, verticalLabelPadding: '0 0 4px' },
    Breadcrumb: { itemColor: ink.tertiary, linkColor: ink.tertiary, separatorColor: ink.tertiary },
  }
}

// Draws the judge's charts with Chart.js, from plain data.
//
//   JudgeCharts.draw(figure, chart)    figure: an element; chart: {kind: "board", title: "...", ...}, see each kind below
//   JudgeCharts.draw_document()        every <figure data-chart="/problems/0/board">: what is there in the JSON of #judge-data
//
// Times are in nanoseconds. Each chart has the same numbers as a table in <details>; where the figure has a table already, that
// one stays. No colours are in here: they are the custom properties of style.css.
"use strict";

const JudgeCharts = (() => {
  const drawn = new Map();  // canvas -> how to draw it again

  // Numbers for people, as the terminal has them: three digits, four where the first is a 1.
  const significant = (value) => {
    if (value === 0) return "0";
    const magnitude = Math.floor(Math.log10(Math.abs(value)));
    const leading = Math.floor(Math.abs(value) / 10 ** magnitude);
    const decimals = Math.max(0, (leading === 1 ? 3 : 2) - magnitude);
    return magnitude >= 3 ? Math.round(value).toLocaleString("en-US") : value.toFixed(Math.min(decimals, 12));
  };
  const scaled = (units) => (value) => {
    if (value === null || value === undefined || !isFinite(value)) return "-";
    let [factor, unit] = units[0];
    for (const [next, name] of units) if (Math.abs(value) >= next) [factor, unit] = [next, name];
    return `${significant(value / factor)} ${unit}`;
  };
  const time = scaled([[1, "ns"], [1e3, "us"], [1e6, "ms"], [1e9, "s"]]);
  const bytes_rate = scaled([[1e6, "MB/s"], [1e9, "GB/s"], [1e12, "TB/s"]]);
  const flop_rate = scaled([[1e6, "MFLOP/s"], [1e9, "GFLOP/s"], [1e12, "TFLOP/s"], [1e15, "PFLOP/s"]]);
  const count = (value) => (value >= 1e15 ? value.toExponential(1) : value.toLocaleString("en-US"));
  const short_count = (value) => {
    for (const [factor, unit] of [[2 ** 30, "Gi"], [2 ** 20, "Mi"], [2 ** 10, "Ki"]])
      if (value >= factor && value % factor === 0) return `${value / factor}${unit}`;
    for (const [factor, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]])
      if (value >= factor) return `${significant(value / factor).replace(/\.0+$/, "")}${unit}`;
    return String(value);
  };
  // For axes: no more digits than it takes.
  const tick = (format) => (value) => format(value).replace(/(\.\d*?)0+ /, "$1 ").replace(". ", " ");
  const percent = (value) => (value === null || value === undefined ? "-" : `${significant(value)}%`);
  const date = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");

  const cuda_version = (number) => `${Math.floor(number / 1000)}.${Math.floor((number % 1000) / 10)}`;  // 12080 is 12.8

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const series = (index) => colour(`series-${(index % 6) + 1}`);
  const faded = (hex, alpha) => hex + Math.round(alpha * 255).toString(16).padStart(2, "0");
  const markers = ["circle", "rect", "triangle", "rectRot", "star", "cross"];
  const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 4]];

  // ---- Plugins -----------------------------------------------------------------------------------------------------------

  // Rows of one rank lie on one band: options.plugins.bands.groups = [[first row, last row], ...].
  const bands = {
    id: "bands",
    beforeDatasetsDraw(chart, _, options) {
      const {ctx, chartArea: area, scales: {y}} = chart;
      const groups = options.groups || [];
      const half = y.height / Math.max(1, y.ticks.length) / 2;
      ctx.save();
      ctx.fillStyle = colour("band");
      for (const [first, last] of groups) {
        const top = y.getPixelForValue(first) - half + 2, bottom = y.getPixelForValue(last) + half - 2;
        ctx.fillRect(area.left, top, area.width, bottom - top);
      }
      ctx.restore();
    },
  };

  // dataset.whiskers = [[low, high], ...]: a vertical line through each point.
  const whiskers = {
    id: "whiskers",
    afterDatasetsDraw(chart) {
      const {ctx, scales: {y}, chartArea: area} = chart;
      chart.data.datasets.forEach((dataset, index) => {
        if (!dataset.whiskers || !chart.isDatasetVisible(index)) return;
        ctx.save();
        ctx.beginPath();
        ctx.rect(area.left, area.top, area.width, area.height);
        ctx.clip();
        ctx.beginPath();
        ctx.strokeStyle = dataset.borderColor;
        ctx.lineWidth = 1.25;
        chart.getDatasetMeta(index).data.forEach((point, i) => {
          const range = dataset.whiskers[i];
          if (!range || point.skip) return;
          const [low, high] = range.map((value) => y.getPixelForValue(value));
          for (const at of [low, high]) { ctx.moveTo(point.x - 3, at); ctx.lineTo(point.x + 3, at); }
          ctx.moveTo(point.x, low);
          ctx.lineTo(point.x, high);
        });
        ctx.stroke();
        ctx.restore();
      });
    },
  };

  // dataset.names = [...]: the name beside each point where there is room for it.
  const names = {
    id: "names",
    afterDatasetsDraw(chart) {
      const {ctx, chartArea: area} = chart;
      const taken = [];
      ctx.save();
      ctx.font = `${Chart.defaults.font.size - 1}px ${Chart.defaults.font.family}`;
      ctx.fillStyle = colour("ink");
      ctx.textBaseline = "middle";
      chart.data.datasets.forEach((dataset, index) => {
        if (!dataset.names || !chart.isDatasetVisible(index)) return;
        chart.getDatasetMeta(index).data.forEach((point, i) => {
          const text = dataset.names[i], width = ctx.measureText(text).width;
          const left = point.x + 8 + width > area.right ? point.x - 8 - width : point.x + 8;
          const box = [left, point.y - 6, left + width, point.y + 6];
          if (taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) return;
          taken.push(box);
          ctx.fillText(text, left, point.y);
        });
      });
      ctx.restore();
    },
  };

  // options.plugins.marks.marks = [{x, text}]: a line down the plot, its text above it.
  const marks = {
    id: "marks",
    afterDatasetsDraw(chart, _, options) {
      const {ctx, chartArea: area, scales: {x}} = chart;
      ctx.save();
      ctx.strokeStyle = colour("ink");
      ctx.fillStyle = colour("faint");
      ctx.setLineDash([2, 3]);
      ctx.font = `${Chart.defaults.font.size - 1}px ${Chart.defaults.font.family}`;
      let free = area.left;
      for (const {x: value, text} of options.marks || []) {
        const at = x.getPixelForValue(value), width = ctx.measureText(text).width;
        ctx.beginPath();
        ctx.moveTo(at, area.top - 4);
        ctx.lineTo(at, area.bottom);
        ctx.stroke();
        const left = Math.min(Math.max(at - width / 2, area.left), area.right - width);
        if (left < free) continue;  // no room beside the one before
        ctx.fillText(text, left, area.top - 7);
        free = left + width + 6;
      }
      ctx.restore();
    },
  };

  // ---- Parts of configurations -------------------------------------------------------------------------------------------

  const spans_decades = (values, ratio = 12) => {
    const positive = values.filter((value) => value > 0);
    return positive.length > 0 && Math.max(...positive) / Math.min(...positive) > ratio;
  };
  // Of a logarithmic axis: powers of ten, and 2 and 5 between them where there are few.
  const log_ticks = (format) => function (value) {
    const leading = value / 10 ** Math.floor(Math.log10(value) + 1e-9), digit = Math.round(leading);
    const decades = Math.log10(this.max / this.min);
    if (Math.abs(leading - digit) > 1e-6) return null;  // an end of the axis
    return digit === 1 || (decades < 3 && (digit === 2 || digit === 5)) ? tick(format)(value) : null;
  };
  const axis = (title, format, options = {}) => ({
    title: {display: Boolean(title), text: title},
    grid: {color: colour("grid"), borderColor: colour("line"), tickColor: colour("line")},
    ...options,
    ticks: {callback: options.type === "logarithmic" ? log_ticks(format) : tick(format), maxRotation: 0, autoSkipPadding: 12, ...options.ticks},
  });
  const time_axis = (title, values, ticks = {}) =>
    axis(title, time, spans_decades(values)
      ? {type: "logarithmic", min: Math.min(...values.filter((value) => value > 0)) / 1.3, max: Math.max(...values) * 1.3, ticks}
      : {type: "linear", beginAtZero: true, grace: "5%", ticks});
  // Names of attempts down the left side; on a narrow screen the middle of a long one goes.
  const name_axis = (labels) => ({
    type: "category",
    labels,
    offset: true,
    grid: {display: false, borderColor: colour("line")},
    ticks: {
      autoSkip: false,
      color: colour("ink"),
      callback(value) {
        const label = String(this.getLabelForValue(value)), most = this.chart.width < 480 ? 17 : 34;
        return label.length <= most ? label : `${label.slice(0, most - 7)}\u2026${label.slice(-6)}`;
      },
    },
  });
  const tooltip = (lines) => ({callbacks: {label: (item) => lines(item)}});
  const interval = (low, high) => `95% interval ${time(low)} to ${time(high)}`;
  const bar = (label, data, fill, thickness) => ({
    type: "bar", label, data, backgroundColor: fill, borderWidth: 0, barThickness: thickness, grouped: false, minBarLength: 2,
  });
  const line = (label, data, stroke, dash) => ({
    type: "line", label, data, borderColor: stroke, backgroundColor: stroke, borderDash: dash, borderWidth: 1.5, pointRadius: 0,
    pointHitRadius: 4, pointStyle: "line",
  });

  // ---- The kinds ---------------------------------------------------------------------------------------------------------
  // Each returns {config, table, rows}: for Chart.js; {columns, rows} with text; the number of rows that decides the height.

  // entries: [{name, rank, tied, median_ns, low_ns, high_ns, p10_ns, p90_ns, percent_of_limit}], fastest first
  function board({entries}) {
    const labels = entries.map(({name, rank, tied}) => (rank ? `${rank}${tied ? "=" : ""}  ${name}` : name));
    const groups = [];
    entries.forEach(({rank, tied}, i) => {
      const last = groups[groups.length - 1];
      if (last && tied && entries[last[0]].rank === rank) last[1] = i;
      else groups.push([i, i]);
    });
    const values = entries.flatMap((entry) => [entry.p10_ns, entry.p90_ns, entry.low_ns, entry.high_ns, entry.median_ns]);
    const first = series(0);
    return {
      rows: entries.length,
      config: {
        type: "bar",
        data: {
          labels,
          datasets: [
            {type: "line", label: "median", showLine: false, data: entries.map((entry, i) => ({x: entry.median_ns, y: labels[i]})),
             pointStyle: "line", rotation: 90, pointRadius: 8, pointHoverRadius: 9, pointBorderWidth: 2.5, backgroundColor: colour("ink"), borderColor: colour("ink")},
            bar("95% interval of the median", entries.map(({low_ns, high_ns}) => [low_ns, high_ns]), first, 9),
            bar("p10 to p90 of the samples", entries.map(({p10_ns, p90_ns}) => [p10_ns, p90_ns]), faded(first, 0.28), 9),
          ],
        },
        options: {
          indexAxis: "y",
          scales: {x: time_axis("time of a call", values), y: name_axis(labels)},
          plugins: {
            bands: {groups: groups.filter(([begin, end]) => end > begin)},
            tooltip: tooltip(({dataIndex: i}) => [time(entries[i].median_ns), interval(entries[i].low_ns, entries[i].high_ns),
              `p10 ${time(entries[i].p10_ns)}, p90 ${time(entries[i].p90_ns)}`]),
          },
        },
        plugins: [bands],
      },
      table: {
        columns: ["rank", "attempt", "median", "from", "to", "p10", "p90", "of peak"],
        rows: entries.map((entry) => [entry.rank ? `${entry.rank}${entry.tied ? "=" : ""}` : "-", entry.name, time(entry.median_ns),
          time(entry.low_ns), time(entry.high_ns), time(entry.p10_ns), time(entry.p90_ns), percent(entry.percent_of_limit)]),
      },
    };
  }

  // steps: [{name, rung, yardstick, idea, median_ns, low_ns, high_ns, gain}], lowest rung first; limit_ns: of the device, or null
  function ladder({steps, limit_ns}) {
    const rungs = steps.filter(({yardstick}) => !yardstick), yardsticks = steps.filter(({yardstick}) => yardstick);
    const labels = rungs.map(({name, rung}) => `${rung || ""}  ${name}`.trim());
    const values = [...steps.flatMap(({low_ns, high_ns}) => [low_ns, high_ns]), ...(limit_ns ? [limit_ns] : [])];
    const down = (value) => labels.map((y) => ({x: value, y}));
    return {
      rows: rungs.length,
      config: {
        type: "bar",
        data: {
          labels,
          datasets: [
            {...line("median of each step", rungs.map(({median_ns}, i) => ({x: median_ns, y: labels[i]})), series(0), []), stepped: "after",
             pointRadius: 4.5, pointStyle: "circle", borderWidth: 2},
            bar("95% interval of the median", rungs.map(({low_ns, high_ns}) => [low_ns, high_ns]), faded(series(0), 0.35), 12),
            ...yardsticks.map(({name, median_ns}, i) => line(`yardstick ${name}`, down(median_ns), series(i + 1), [6, 4])),
            ...(limit_ns ? [line("peak of the device", down(limit_ns), colour("faint"), [2, 3])] : []),
          ],
        },
        options: {
          indexAxis: "y",
          scales: {x: time_axis("time of a call", values), y: name_axis(labels)},
          plugins: {tooltip: tooltip(({dataset, dataIndex: i}) => dataset.type === "line" && !dataset.stepped
            ? [dataset.label, time(dataset.data[i].x)]
            : [time(rungs[i].median_ns), ...(rungs[i].gain ? [`${significant(rungs[i].gain)}x as fast as the step before`] : [])])},
        },
      },
      table: {
        columns: ["rung", "attempt", "median", "from", "to", "gain", "idea"],
        rows: [...steps.map((step) => [step.yardstick ? "yardstick" : String(step.rung || "-"), step.name, time(step.median_ns), time(step.low_ns),
          time(step.high_ns), step.gain ? `${significant(step.gain)}x` : "-", step.idea || ""]),
          ...(limit_ns ? [["limit", "", time(limit_ns), "", "", "", ""]] : [])],
      },
    };
  }

  // parameter: "N"; metric: "time", "bytes" or "flops"; limit: of the metric, for each size of the first series, or null;
  // series: [{name, points: [{size, median_ns, low_ns, high_ns, bytes_per_s, flops_per_s}]}]
  function scale({parameter, metric, series: all, limits}) {
    const of = {time: ["median_ns", time, "time of a call"], bytes: ["bytes_per_s", bytes_rate, "bytes of the task a second"],
                flops: ["flops_per_s", flop_rate, "operations of the task a second"]};
    const [field, format, title] = of[metric];
    const datasets = all.map(({name, points}, i) => ({
      ...line(name, points.map((point) => ({x: point.size, y: point[field]})), series(i), dashes[i % 6]),
      pointRadius: 3.5, pointStyle: markers[i % 6], borderWidth: 1.75,
      ...(metric === "time" ? {whiskers: points.map(({low_ns, high_ns}) => [low_ns, high_ns])} : {}),
    }));
    const values = all.flatMap(({points}) => points.map((point) => point[field])).filter((value) => value > 0);
    const lowest = values.length ? {min: Math.min(...values) / 3} : {};  // where the limit is far below, that much of it
    if (limits && limits.length) datasets.push(line("peak of the device", limits.map(({size, value}) => ({x: size, y: value})), colour("faint"), [2, 3]));
    return {
      config: {
        type: "line",
        data: {datasets},
        options: {
          scales: {x: axis(parameter, short_count, {type: "logarithmic"}), y: axis(title, format, {type: "logarithmic", ...lowest})},
          plugins: {tooltip: tooltip(({dataset, raw}) => `${dataset.label}: ${parameter}=${count(raw.x)}, ${format(raw.y)}`)},
        },
        plugins: [whiskers],
      },
      table: {
        columns: [parameter, "attempt", "median", "from", "to", "bytes/s", "FLOP/s"],
        rows: all.flatMap(({name, points}) => points.map((point) => [count(point.size), name, time(point.median_ns), time(point.low_ns),
          time(point.high_ns), point.bytes_per_s ? bytes_rate(point.bytes_per_s) : "-", point.flops_per_s ? flop_rate(point.flops_per_s) : "-"])),
      },
    };
  }

  // bytes_per_s, flops_per_s: peaks; arithmetic: "fp32"; points: [{name, flop_per_byte, flops_per_s}]
  function roofline({bytes_per_s, flops_per_s, arithmetic, points}) {
    const ridge = flops_per_s / bytes_per_s;
    const places = [...points.map(({flop_per_byte}) => flop_per_byte), ridge];
    const left = 10 ** Math.floor(Math.log10(Math.min(...places)) - 0.3), right = 10 ** Math.ceil(Math.log10(Math.max(...places)) + 0.3);
    const lowest = Math.min(...points.map((point) => point.flops_per_s), left * bytes_per_s);
    const roof = (intensity) => Math.min(flops_per_s, intensity * bytes_per_s);
    return {
      config: {
        type: "scatter",
        data: {
          datasets: [
            {...line("roof", [left, ridge, right].map((x) => ({x, y: roof(x)})), colour("faint"), []), showLine: true, borderWidth: 2},
            {type: "scatter", label: "attempts", data: points.map((point) => ({x: point.flop_per_byte, y: point.flops_per_s})),
             names: points.map(({name}) => name), pointRadius: 4.5, backgroundColor: series(0), borderColor: colour("paper")},
          ],
        },
        options: {
          scales: {
            x: axis(`${arithmetic} operations a byte`, short_count, {type: "logarithmic", min: left, max: right}),
            y: axis("operations a second", flop_rate, {type: "logarithmic", min: 10 ** Math.floor(Math.log10(lowest)), max: 10 ** Math.ceil(Math.log10(flops_per_s) + 0.15)}),
          },
          plugins: {tooltip: tooltip(({datasetIndex, dataIndex: i, raw}) => datasetIndex === 0 ? `roof: ${flop_rate(raw.y)}`
            : `${points[i].name}: ${flop_rate(raw.y)}, ${significant((100 * raw.y) / roof(raw.x))}% of the roof`)},
        },
        plugins: [names],
      },
      table: {
        columns: ["attempt", "FLOP a byte", "FLOP/s", "of the roof"],
        rows: points.map((point) => [point.name, significant(point.flop_per_byte), flop_rate(point.flops_per_s),
          `${significant((100 * point.flops_per_s) / roof(point.flop_per_byte))}%`]),
      },
    };
  }

  // attempt; points: [{time: "2026-01-31T12:00:00Z", median_ns, low_ns, high_ns, judge_version, driver, verdict}], oldest first
  function history({attempt, points}) {
    const timed = points.filter(({median_ns}) => median_ns);
    const at = ({time: text}) => Date.parse(text);
    const versions = ({judge_version, driver}) => `judge ${judge_version}${driver ? `, driver ${cuda_version(driver)}` : ""}`;
    const changes = timed.filter((point, i) => i > 0 && versions(point) !== versions(timed[i - 1]));
    const first = timed.length ? at(timed[0]) : 0, last = timed.length ? at(timed[timed.length - 1]) : 0;
    const margin = Math.max((last - first) * 0.04, 60e3);
    const in_days = last - first > 3 * 86400e3;
    return {
      config: {
        type: "line",
        data: {datasets: [{...line(attempt, timed.map((point) => ({x: at(point), y: point.median_ns})), series(0), []),
          pointRadius: 4, pointStyle: "circle", whiskers: timed.map(({low_ns, high_ns}) => [low_ns, high_ns])}]},
        options: {
          layout: {padding: {top: 18}},
          scales: {
            x: axis("UTC", (value) => (in_days ? date(value).slice(0, 10) : date(value).slice(5)), {type: "linear", min: first - margin, max: last + margin, ticks: {maxTicksLimit: 6, includeBounds: false}}),
            y: time_axis("time of a call", timed.flatMap(({median_ns, low_ns, high_ns}) => [median_ns, low_ns, high_ns])),
          },
          plugins: {
            marks: {marks: changes.map((point) => ({x: at(point), text: versions(point)}))},
            tooltip: tooltip(({dataIndex: i}) => [date(at(timed[i])), time(timed[i].median_ns), interval(timed[i].low_ns, timed[i].high_ns), versions(timed[i])]),
          },
        },
        plugins: [whiskers, marks],
      },
      table: {
        columns: ["time (UTC)", "verdict", "median", "from", "to", "judge", "driver"],
        rows: points.map((point) => [date(at(point)), point.verdict, time(point.median_ns), time(point.low_ns), time(point.high_ns),
          point.judge_version, point.driver ? cuda_version(point.driver) : "-"]),
      },
    };
  }

  // operations: [{what, stream, start_ns, duration_ns, count}], in the order of the call; start_ns: since the stream's first
  function timeline({operations}) {
    const labels = operations.map(({what, count: times}, i) => `${i + 1}  ${what}${times > 1 ? ` (${times} times)` : ""}`);
    const streams = [...new Set(operations.map(({stream}) => stream))];
    const one_stream = (stream) => operations.map((operation) =>
      operation.stream === stream ? [operation.start_ns, operation.start_ns + operation.duration_ns] : null);
    return {
      rows: operations.length,
      config: {
        type: "bar",
        data: {labels, datasets: streams.map((stream, i) =>
          bar(stream ? `stream ${stream}` : "default stream", one_stream(stream), series(i), 12))},
        options: {
          indexAxis: "y",
          scales: {x: axis("since the first operation of the stream", time, {type: "linear", beginAtZero: true}), y: name_axis(labels)},
          plugins: {tooltip: tooltip(({dataIndex: i}) => `${time(operations[i].duration_ns)}, from ${time(operations[i].start_ns)} on`)},
        },
      },
      table: {
        columns: ["operation", "stream", "start", "duration", "grid", "block"],
        rows: operations.map((operation) => [operation.what + (operation.count > 1 ? ` (${operation.count} times)` : ""), String(operation.stream),
          time(operation.start_ns), time(operation.duration_ns), operation.grid || "-", operation.block || "-"]),
      },
    };
  }

  // name; median_ns, p10_ns, p90_ns; bins: [{from_ns, to_ns, count}] of one width
  function samples({name, median_ns, p10_ns, p90_ns, bins}) {
    const width = bins.length ? bins[0].to_ns - bins[0].from_ns : 1;
    return {
      config: {
        type: "bar",
        data: {datasets: [{type: "bar", label: name, data: bins.map((bin) => ({x: (bin.from_ns + bin.to_ns) / 2, y: bin.count})), backgroundColor: faded(series(0), 0.6),
          borderColor: series(0), borderWidth: 1, barPercentage: 1, categoryPercentage: 1}]},
        options: {
          layout: {padding: {top: 18}},
          scales: {
            x: axis("time of a call", time, {type: "linear", min: bins.length ? bins[0].from_ns - width / 2 : 0,
              max: bins.length ? bins[bins.length - 1].to_ns + width / 2 : 1, offset: false, ticks: {maxTicksLimit: 7, includeBounds: false}}),
            y: axis("samples", String, {type: "linear", beginAtZero: true, ticks: {precision: 0}}),
          },
          plugins: {
            marks: {marks: [{x: p10_ns, text: "p10"}, {x: median_ns, text: "median"}, {x: p90_ns, text: "p90"}]},
            tooltip: tooltip(({dataIndex: i}) => `${time(bins[i].from_ns)} to ${time(bins[i].to_ns)}: ${bins[i].count}`),
          },
        },
        plugins: [marks],
      },
      table: {columns: ["from", "to", "samples"], rows: bins.map((bin) => [time(bin.from_ns), time(bin.to_ns), String(bin.count)])},
    };
  }

  const kinds = {board, ladder, scale, roofline, history, timeline, samples};

  // ---- A heat map is a table ---------------------------------------------------------------------------------------------

  const made = (name, text, classes) => {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    if (classes) node.className = classes;
    return node;
  };

  // parameters: ["BLOCK", "LOADS"]; cells: [{values: ["128", "2"], median_ns or null, verdict, rank}]. The last parameter runs across.
  function heat_table({parameters, cells}) {
    const across = [...new Set(cells.map(({values}) => values[values.length - 1]))];
    const down = [...new Set(cells.map(({values}) => values.slice(0, -1).join(", ")))];
    const times = cells.map(({median_ns}) => median_ns).filter((value) => value > 0);
    const least = Math.min(...times), span = Math.log(Math.max(...times) / least) || 1;
    const table = made("table", undefined, "heat"), head = table.createTHead().insertRow(), body = table.createTBody();
    head.append(made("th", parameters.slice(0, -1).join(", ")));
    for (const value of across) head.append(Object.assign(made("th", `${parameters[parameters.length - 1]}=${value}`), {scope: "col"}));
    for (const row of down) {
      const line = body.insertRow();
      line.append(Object.assign(made("th", row), {scope: "row"}));
      for (const value of across) {
        const cell = cells.find(({values}) => values[values.length - 1] === value && values.slice(0, -1).join(", ") === row);
        if (!cell || !cell.median_ns) line.append(made("td", cell ? cell.verdict : "-", "none"));
        else {
        const best = cell.rank === 1 || cell.median_ns === least ? " best" : "";
        line.append(made("td", time(cell.median_ns) + best, `heat-${Math.min(9, Math.floor((10 * Math.log(cell.median_ns / least)) / span))}${best}`));
      }
      }
    }
    return table;
  }

  // ---- Into the page -----------------------------------------------------------------------------------------------------

  function numbers_table(title, {columns, rows}) {
    const table = made("table"), head = table.createTHead().insertRow(), body = table.createTBody();
    table.append(made("caption", title));
    for (const column of columns) head.append(Object.assign(made("th", column), {scope: "col"}));
    for (const row of rows) {
      const line = body.insertRow();
      for (const cell of row) line.append(made("td", cell, /^-?[\d.,]+( ?\S{1,8})?$/.test(cell) ? "number" : ""));
    }
    return table;
  }

  function scrolling(table, title) {
    const box = made("div", undefined, "scroll");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", title);
    box.append(table);
    return box;
  }

  function style_defaults() {
    Chart.defaults.animation = false;
    Chart.defaults.responsive = true;
    Chart.defaults.maintainAspectRatio = false;
    Chart.defaults.color = colour("faint");
    Chart.defaults.borderColor = colour("grid");
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.8);
    Object.assign(Chart.defaults.plugins.tooltip, {backgroundColor: colour("ink"), titleColor: colour("paper"), bodyColor: colour("paper"),
      displayColors: false, padding: 8, cornerRadius: 4});
    Object.assign(Chart.defaults.plugins.legend, {position: "bottom", align: "start"});
    Object.assign(Chart.defaults.plugins.legend.labels, {usePointStyle: true, boxHeight: 6, boxWidth: 14, color: colour("ink")});
  }

  const configured = (chart) => {
    const {config} = kinds[chart.kind](chart);
    const lone = config.data.datasets.length < 2;
    config.options.plugins = {...config.options.plugins, legend: {display: !lone}};
    return config;
  };

  // Draws `chart` into `figure`; returns its canvas, or null for a heat map.
  function draw(figure, chart) {
    if (!figure.querySelector("figcaption")) figure.prepend(made("figcaption", chart.title));
    if (chart.kind === "sweep") {
      if (!figure.querySelector("table")) figure.append(scrolling(heat_table(chart), chart.title));
      return null;
    }
    const canvas = place(figure, chart);
    render(canvas, chart);
    return canvas;
  }

  function render(canvas, chart) {
    style_defaults();
    new Chart(canvas, configured(chart));
    drawn.set(canvas, chart);
  }

  // The canvas at its size, nothing on it yet, and the numbers.
  function place(figure, chart) {
    const {table, rows} = kinds[chart.kind](chart);
    const plot = made("div", undefined, "plot"), canvas = made("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${chart.title}; the numbers are in the table below`);
    plot.append(canvas);
    if (rows) plot.style.height = `${Math.max(9, rows * 1.75 + 8)}rem`;
    let details = figure.querySelector("details");
    if (!details) {
      details = made("details");
      details.append(made("summary", "Numbers"), scrolling(numbers_table(chart.title, table), chart.title));
      figure.append(details);
    }
    details.before(plot);
    return canvas;
  }

  // With the colours that hold now: after a change between light and dark, and on paper.
  function redraw() {
    style_defaults();
    for (const [canvas, chart] of drawn) {
      const old = Chart.getChart(canvas);
      if (old) old.destroy();
      if (canvas.isConnected) new Chart(canvas, configured(chart));
      else drawn.delete(canvas);
    }
  }

  // A report of a hundred problems has a thousand charts: those far from what is seen are drawn when one comes near, or prints.
  const most_at_once = 40;

  function draw_later(waiting) {
    const render_now = (canvas) => {
      if (!waiting.has(canvas)) return;
      render(canvas, waiting.get(canvas));
      waiting.delete(canvas);
    };
    const observer = new IntersectionObserver((entries) => {
      for (const {isIntersecting, target} of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        render_now(target);
      }
    }, {rootMargin: "1000px"});
    for (const canvas of waiting.keys()) observer.observe(canvas);
    window.addEventListener("beforeprint", () => [...waiting.keys()].forEach(render_now));
  }

  function draw_document() {
    const data = document.getElementById("judge-data");
    if (!data) return;
    const root = JSON.parse(data.textContent);
    const at = (pointer) => pointer.split("/").slice(1).reduce((value, key) => value[key], root);
    const figures = [...document.querySelectorAll("figure[data-chart]")], waiting = new Map();
    for (const figure of figures) {
      const chart = at(figure.dataset.chart);
      if (figures.length <= most_at_once || chart.kind === "sweep") draw(figure, chart);
      else waiting.set(place(figure, chart), chart);
    }
    if (waiting.size) draw_later(waiting);
  }

  for (const query of ["(prefers-color-scheme: dark)", "print"]) window.matchMedia(query).addEventListener("change", redraw);
  return {draw, draw_document, redraw, kinds: Object.keys(kinds).concat("sweep")};
})();

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", JudgeCharts.draw_document);
else JudgeCharts.draw_document();

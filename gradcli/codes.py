"""What each error and warning code means, an example of it, and its cure: the pages of `gradcli explain`.

`domain.*` and `overflow.*` of single functions are not listed: they follow from the rule table.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """A code, what it means, a command that meets it ("" where none can be given), and what to do."""

    name: str
    meaning: str
    example: str
    cure: str


CODES = (
    Code(
        "batch.rows",
        "Some rows of the data have no result, or lack a slope. Each has a status that says why, and all other "
        "rows are computed. The exit status is 7.",
        "printf 'x\\n1\\nabc\\n' | gradcli batch 'x^2' -",
        "The warnings show the first rows of each kind; `status` is in every row.",
    ),
    Code(
        "batch.strict",
        "With `--strict`: the first row that has no result, or lacks a slope. Nothing is left of the file of "
        "`--out`, and the exit status is 7.",
        "printf 'x\\n1\\n-1\\n' | gradcli batch 'log(x)' - --strict --only",
        "Mend the row, or leave out `--strict`: such rows then have a status, and all others are computed.",
    ),
    Code(
        "check.digits",
        "With `--digits`, or in a Taylor series: not all numbers could be proven to so many digits with the precisions "
        "that were tried. Those that could not are shown with as many as are proven, or with the bound of their size.",
        "",
        "Nothing shown is wrong. Rewrite the formula where it cancels.",
    ),
    Code(
        "check.disagrees",
        "SymPy evaluated and differentiated the formula on its own, and its value or gradient is not the one shown. "
        "Both are printed.",
        "",
        "One of the two is wrong. Please report the formula and the point.",
    ),
    Code(
        "check.inputs",
        "The inputs and constants were rounded to doubles, and the number shown depends so much on them that the "
        "rounding alone changed more than its last three digits: it is right for the doubles, and not for the inputs "
        "as they are written. The message says what the true number is.",
        "gradcli eval 'sin(x)' --at x=pi",
        "Use the true number, or take the inputs as written with `--digits 17`.",
    ),
    Code(
        "check.rounding",
        "Doubles have 16 digits, and computed with them the number shown lost more than the last three: large terms "
        "cancelled, or a number on the way was too small for a double. The message says how many digits are right, "
        "where the others were lost, and what the true number is; the error, that they are fewer than half.",
        "gradcli eval '(1-cos(x))/x^2' --at x=1e-6",
        "Use the true number, have it computed with `--digits 17`, or rewrite the formula so that nothing cancels: "
        "`2*(sin(x/2)/x)^2` for `(1-cos(x))/x^2`.",
    ),
    Code(
        "derivative.boundary",
        "A condition of an `if` changes just at this point. Either the other branch has no value here, so that what "
        "holds beside the point is not known, or `==` holds at the point alone and the slope is that of the branch "
        "all around it.",
        "gradcli eval 'if(x < 0, 1/x, x)' --at x=0 --no-check",
        "Look at both sides: evaluate at points just below and just above.",
    ),
    Code(
        "derivative.exists",
        "A function on the way has a kink, a jump or an infinite slope just at this point, and yet the whole formula "
        "has a derivative there: its difference quotient tends to the same number from both sides. That is the slope "
        "shown. It is a limit that is seen, not proven.",
        "gradcli eval 'x*abs(x)' --at x=0 --no-check",
        "Nothing needs to be done.",
    ),
    Code(
        "derivative.indeterminate",
        "On the way back a slope of 0 met an infinite one, or infinite contributions of both signs met. What the "
        "difference quotient tends to decides then: it is the slope shown, if there is one. A slope that could not be "
        "found is nan, and the exit status 6; in a formula of some thousand operations it is not looked for, and 0.",
        "gradcli eval '(x^2)^0.5' --at x=0 --no-check",
        "Rewrite the formula so that it is smooth there (`abs(x)` for `(x^2)^0.5`), or move the point.",
    ),
    Code(
        "derivative.infinite",
        "The slope is infinite at this point, or too large for a double.",
        "gradcli eval 'sqrt(x)' --at x=0 --no-check",
        "Nothing is wrong if the graph is vertical there. Otherwise move the point.",
    ),
    Code(
        "derivative.jump",
        "The value jumps at this point, so there is no derivative, and the exit status is 6. The slope shown is that "
        "of the pieces beside the jump, 0 for a step. The warning says what the value tends to, by each name.",
        "gradcli eval 'x*floor(x)' --at x=2 --no-check",
        "Move the point off the jump.",
    ),
    Code(
        "derivative.kink",
        "The slope changes at this point. A value between the slopes of both sides is used: 0 at an extremum, else "
        "their mean; for an `if`, the slope of the branch taken.",
        "gradcli eval 'abs(x)' --at x=0 --no-check",
        "The warning gives the slopes on both sides by each name; `--kink left`, `right`, `nan` or `error` chooses. "
        "Move the point if a derivative is needed.",
    ),
    Code(
        "derivative.one-sided",
        "The function's domain ends at this point. The slope from inside the domain is used.",
        "gradcli eval 'x^1.5' --at x=0 --no-check",
        "Nothing needs to be done if only that side matters.",
    ),
    Code(
        "derivative.overflow",
        "A slope is too large for a double (about 1.8e308) although every slope on the way is not.",
        "gradcli eval '1e200*(x*1e200)^1' --at x=1e-200 --no-check",
        "Rescale the formula or the inputs.",
    ),
    Code(
        "derivative.series",
        "There is no Taylor series at this point, as far as the formula tells: a function on the way is "
        "not smooth where its argument lies, as a root at 0, or a condition changes there and with it some derivative. "
        "At a kink or a jump the code is `derivative.kink` or `derivative.jump`.",
        "gradcli taylor 'sqrt(x)' --at x=0",
        "Move the point; where a condition changes, a lower `--order` may have all derivatives in common. A formula "
        "that is smooth though its parts are not, such as `sqrt(x^4)`, can be rewritten (`x^2`).",
    ),
    Code(
        "derivative.undecided",
        "Whether there is a Taylor series at this point was not told with any precision that was tried: a number on "
        "the way is most likely zero, or equal to another one, and only a proof could say so.",
        "gradcli taylor 'if(x == 0, pi, sin(pi*x)/x)' --at x=0",
        "Move the point, or rewrite the formula so that this is exact: `if(x == 0, 1, sin(x)/x)` is solved.",
    ),
    Code(
        "derivative.undefined",
        "The value exists but no derivative does, and the exit status is 6. The gradient's entry is nan; at a jump it "
        "is the slope of the pieces beside it.",
        "gradcli eval '(-2)^x' --at x=2 --no-check",
        "The warnings name the part of the formula. Ask for other names with `--wrt`, or move the point.",
    ),
    Code(
        "derivative.unknown",
        "gradcli does not know the derivative of this function by this argument.",
        "gradcli eval 'polygamma(n, x)' --at n=1,x=2 --no-check",
        "Ask for the gradient by other names: `--wrt x`.",
    ),
    Code(
        "domain.box",
        "The point has a range, and somewhere in the box the formula has no value, or may have none: the message says "
        "which part of it, and what its argument is. Then no bounds hold for the box.",
        "gradcli eval 'log(x)' --at 'x=[-1,1]'",
        "Choose a box in which there is a value. Where the message says `may`, the range that the argument is known to "
        "lie in can be wider than need be; `--split N` looks closer.",
    ),
    Code(
        "domain.infinite",
        "The value of the whole formula is infinite, because `inf` went in.",
        "gradcli eval 'x + inf' --at x=1",
        "`inf` may stand where the result stays finite, as in `min(x, inf)`.",
    ),
    Code(
        "domain.undecided",
        "With `--digits`: a number lies so near the end of a function's domain, or a pole, that no precision that was "
        "tried tells on which side. Most often it is exactly there, and only a proof could say so.",
        "gradcli eval 'sqrt(x - pi)' --at x=pi --digits 20",
        "Move the point, or rewrite the formula so that this is exactly zero, or clearly not.",
    ),
    Code(
        "input.cells",
        "A line of a CSV file has more or fewer cells than its header. The row has no results; cells beyond the "
        "header are left out.",
        "printf 'x,y\\n1,2\\n3\\n' | gradcli batch 'x*y' -",
        "Mend the line; a separator within a cell needs quotation marks around the cell.",
    ),
    Code(
        "input.clash",
        "A column of the results would have the name of a column of the input.",
        "printf 'x,value\\n1,2\\n' | gradcli batch 'x^2' -",
        "`--prefix` puts a text before the names of the results; `--only` leaves the input columns out.",
    ),
    Code(
        "input.columns",
        "The columns of the data do not serve: one that the formula needs is not there, holds no numbers or is "
        "there twice, files that are read together have different ones, or the output has no place for one.",
        "printf 'x,y\\n1,2\\n' | gradcli batch 'x*z' -",
        "`--map z=COLUMN` reads a name from another column, `--set z=1` gives it a number; with `--only` no "
        "input column is kept.",
    ),
    Code(
        "input.empty",
        "A cell that the formula needs is empty, or null. The row has no results.",
        "printf 'x,y\\n1,2\\n,3\\n' | gradcli batch 'x*y' -",
        "Fill the cell; a name that is the same in all rows can be given with `--set`.",
    ),
    Code(
        "input.encoding",
        "A file or standard input is not text in UTF-8.",
        "",
        "Save the file as UTF-8.",
    ),
    Code(
        "input.file",
        "A file cannot be read.",
        "gradcli eval 'x' --at @no-such-file.json",
        "Check its name and whether you may read it.",
    ),
    Code(
        "input.format",
        "The format of a file is not known by its name, it cannot be read or written in this way, or the file is "
        "damaged or cut off.",
        "gradcli batch x /dev/null --out slopes.xlsx",
        "Use `.csv`, `.tsv`, `.jsonl` (also with `.gz` or `.zst`), `.parquet` or `.arrow`; Parquet cannot come "
        "from standard input.",
    ),
    Code(
        "input.header",
        "A file is empty, its first line cannot be read, or no line of JSON Lines is an object: there are no names of "
        "columns.",
        "printf '' | gradcli batch 'x^2' -",
        "The first line of a CSV file has to name the columns; JSON Lines have one object in each line.",
    ),
    Code(
        "input.infinite",
        "A cell that the formula needs is infinite, or too large for a double. The row has no results.",
        "printf 'x\\n1\\n1e999\\n' | gradcli batch 'x^2' -",
        "Mend or rescale the numbers.",
    ),
    Code(
        "input.json",
        "A point given as JSON is not a JSON object.",
        "echo '[1]' | gradcli eval 'x' --at -",
        'Write an object of names and numbers: {"x": 1.5, "y": "pi/4"}.',
    ),
    Code(
        "input.line",
        "A line of a JSON Lines file is no JSON object. The row has no results.",
        "printf '{\"x\": 1}\\n[2]\\n' | gradcli batch 'x^2' -",
        'Write one object a line, such as `{"x": 1.5, "y": 2}`.',
    ),
    Code(
        "input.nan",
        "A cell that the formula needs is nan. The row has no results.",
        "printf 'x\\n1\\nnan\\n' | gradcli batch 'x^2' -",
        "Mend the cell, or take the row out.",
    ),
    Code(
        "input.not-finite",
        "The status of a row of a table that has infinity, or no number, in a column of the formula.",
        "",
        "Mend the cell, or leave the row out.",
    ),
    Code(
        "input.quotes",
        "A quotation mark in a CSV file is never closed, or a line does not end within 256 MiB.",
        "",
        "Close it; a quotation mark that is part of a cell is doubled, and the cell is in quotation marks.",
    ),
    Code(
        "input.rounded",
        "An integer beyond 2^53 is no double, and was rounded to the nearest one. The row has results.",
        "printf 'x\\n9007199254740993\\n' | gradcli batch 'x^2' -",
        "Nothing needs to be done if the last digits do not matter.",
    ),
    Code(
        "input.text",
        "A cell that the formula needs holds text that is no number. The row has no results.",
        "printf 'x\\n1\\n1.5 kg\\n' | gradcli batch 'x^2' -",
        "Numbers are written with a decimal point, without units and grouping: `1234.5`, `1e-3`.",
    ),
    Code(
        "name.bound-twice",
        "A name is given a value twice: twice in the formula, or in the formula and at the point.",
        "gradcli eval 'q = x; q = 2; q' --at x=1",
        "Use another name for one of them.",
    ),
    Code(
        "name.claim",
        "A claimed derivative uses a name that the formula does not have.",
        "gradcli check 'x^2' --grad '2*y'",
        "Use the names of the formula; a name that the claim needs besides can be given a value with `--at`.",
    ),
    Code(
        "name.column",
        "An array was given to a compiled formula for a name that it does not have.",
        "",
        "Leave it out, or correct the name.",
    ),
    Code(
        "name.constant",
        "A name such as `e` or `pi` has been given a value, so it is not the constant here.",
        "gradcli eval 'e*x' --at e=2,x=3 --no-check",
        "Rename it if the constant was meant.",
    ),
    Code(
        "name.function",
        "The formula calls a function that does not exist.",
        "gradcli eval 'sine(x)' --at x=1",
        "`gradcli functions` lists all functions.",
    ),
    Code(
        "name.malformed",
        "A name at the point is not one that a formula can have.",
        "gradcli eval 'x' --at '2x=1'",
        "A name is a letter or `_`, then letters, digits and `_`.",
    ),
    Code(
        "name.not-a-function",
        "A variable or a constant stands before a bracket, where only a function can.",
        "gradcli eval 'x(y+1)' --at x=1,y=2",
        "Write `x*(y+1)` for a product.",
    ),
    Code(
        "name.recursion",
        "A function is used in its own definition, or before it.",
        "gradcli eval 'f(t) = f(t - 1) + 1; f(x)' --at x=2",
        "Define it first; recursion is not possible. `sum` and `prod` write out repetitions.",
    ),
    Code(
        "name.seed",
        "A weight is given to an output that there is not.",
        "gradcli jacobian 'u = x*y; [u, x]' --at x=1,y=2 --seed v=1",
        "Name outputs: their own names, or f1, f2, ... by their places.",
    ),
    Code(
        "name.stranger",
        "`--map` or `--set` gives a name that the formula does not have.",
        "printf 'x\\n1\\n' | gradcli batch 'x^2' - --set g=9.81",
        "Leave it out, or correct the name.",
    ),
    Code(
        "name.twice",
        "The point gives a name twice.",
        "gradcli eval 'x' --at x=1,x=2",
        "Give each name once.",
    ),
    Code(
        "name.unbound",
        "Names in the formula have no value.",
        "gradcli eval 'x*y' --at x=2",
        "Give every name a value with `--at`, or bind it in the formula: `y = 3; x*y`.",
    ),
    Code(
        "name.unused",
        "The point gives a value to a name that is not in the formula. Its slope is 0.",
        "gradcli eval 'x^2' --at x=3,y=1 --no-check",
        "Leave it out, or correct the name.",
    ),
    Code(
        "name.value",
        "The value of a name is not a finite number, or not a constant expression.",
        "gradcli eval 'x' --at x=inf",
        "Give a number, or an expression of numbers and constants such as `pi/4`.",
    ),
    Code(
        "name.vector",
        "A vector has a component by a name that is not differentiated by.",
        "gradcli hessian 'x*y' --at x=1,y=2 --times z=1",
        "Use names of the point; with `--wrt` the names that are listed there.",
    ),
    Code(
        "name.wrt",
        "`--wrt` asks for the gradient by a name that is nowhere.",
        "gradcli eval 'x^2' --at x=3 --wrt y",
        "Ask for names of the point, or names bound in the formula.",
    ),
    Code(
        "overflow.number",
        "A number as written is too large for a double (the largest is about 1.8e308) and counts as infinite. That is "
        "an error where the value of the formula is infinite too, and a warning elsewhere.",
        "gradcli eval '1e400*x' --at x=1",
        "Rescale the formula; for infinity write `inf`.",
    ),
    Code(
        "overflow.tiny",
        "A number or a result is not zero but too small for a double (below 4.9e-324), and counts as 0. What is made "
        "of it may be far off.",
        "gradcli eval 'sqrt(x^2 + y^2)' --at x=1e-200,y=1e-200 --no-check",
        "Rescale the formula, or use a function that avoids it (`hypot(x, y)`).",
    ),
    Code(
        "overflow.total",
        "The sum or the mean over all rows is too large for a double.",
        "printf 'x\\n1e308\\n1e308\\n' | gradcli batch x - --aggregate sum",
        "Rescale the formula.",
    ),
    Code(
        "parse.ambiguous",
        "The text has two readings, and gradcli does not guess between them.",
        "gradcli eval '1/2x' --at x=4",
        "The message shows the readings: type the one that was meant.",
    ),
    Code(
        "parse.arguments",
        "A function is called with too many or too few arguments.",
        "gradcli eval 'sin(x, 2)' --at x=1",
        "`gradcli functions NAME` shows what the function takes.",
    ),
    Code(
        "parse.character",
        "A character has no meaning in a formula. Nothing is ever skipped.",
        "gradcli eval 'x % 2' --at x=1",
        "The message names the character and its column, and what is typed instead where that is known.",
    ),
    Code(
        "parse.comma",
        "A comma stands outside the arguments of a function.",
        "gradcli eval '1,5*x' --at x=2",
        "A decimal number is written with a point: `1.5`.",
    ),
    Code(
        "parse.condition",
        "A number stands where a condition is needed, or a condition where a number is.",
        "gradcli eval 'x + (x > 1)' --at x=2",
        "Compare a number (`x != 0`), or choose numbers by a condition (`if(x > 1, 1, 0)`).",
    ),
    Code(
        "parse.definition",
        "A definition of a function has a parameter that is not a name, the same one twice, or none.",
        "gradcli eval 'g(t, t) = t^2; g(x, 1)' --at x=2",
        "Write `g(s, t) = ...` with a name for each parameter.",
    ),
    Code(
        "parse.derivative",
        "The text asks for a derivative. gradcli differentiates by itself.",
        "gradcli eval 'd/dx x^2' --at x=2",
        "Give the formula alone; `--wrt x` chooses the names.",
    ),
    Code(
        "parse.empty",
        "There is no formula in the text.",
        "gradcli eval '# nothing'",
        "Type a formula, for example `x^2 + sin(y)`.",
    ),
    Code(
        "parse.equals",
        "`=` stands where it cannot give a value to a name.",
        "gradcli eval 'x^2 = 4' --at x=2",
        "To compare write `==`; to bind write `name = expression`.",
    ),
    Code(
        "parse.index",
        "A sum or product does not count: its second argument is no name, or its ends are no constant whole numbers.",
        "gradcli eval 'sum(x^i, i, 1, n)' --at x=2,n=3",
        "Write `sum(x^i, i, 1, 3)`.",
    ),
    Code(
        "parse.missing-brackets",
        "A function stands without brackets around its argument.",
        "gradcli eval 'sin x' --at x=1",
        "Write `sin(x)`.",
    ),
    Code(
        "parse.missing-else",
        "`a if c` has no `else`.",
        "gradcli eval 'x if x > 0' --at x=1",
        "Write `a if c else b`, or `if(c, a, b)`.",
    ),
    Code(
        "parse.missing-operand",
        "A number, a name or a bracket is missing where one is needed.",
        "gradcli eval 'x +' --at x=1",
        "Write what the operator or the bracket is for, or take it away.",
    ),
    Code(
        "parse.missing-operator",
        "Two things stand side by side with nothing between them.",
        "gradcli eval 'x y' --at x=1,y=2",
        "Write `x*y` for a product.",
    ),
    Code(
        "parse.mixed-brackets",
        "A bracket is closed by one of another kind.",
        "gradcli eval '(x]' --at x=1",
        "Use `(` and `)` for grouping.",
    ),
    Code(
        "parse.nested-chain",
        "A chain of comparisons stands in the middle of another one.",
        "gradcli eval 'if(0 < if(x < y < 2, 1, 2) < 3, x, y)' --at x=1,y=1",
        "Bind the inner one to a name first: `c = x < y < 2; ...`.",
    ),
    Code(
        "parse.no-output",
        "The last statement defines a function, so nothing is the output.",
        "gradcli eval 'g(t) = t^2' --at x=1",
        "Add a formula that uses it: `g(t) = t^2; g(x)`.",
    ),
    Code(
        "parse.number",
        "A number is not written as numbers are: digits, one point, an exponent.",
        "gradcli eval '2e*x' --at x=1",
        "The message says what was probably meant.",
    ),
    Code(
        "parse.too-large",
        "Written out, the formula would have too many parts: sums and products have at most 100,000 terms.",
        "gradcli eval 'sum(x^i, i, 1, 1e6)' --at x=0.5",
        "Use fewer terms, or a closed formula.",
    ),
    Code(
        "parse.trailing-comma",
        "A comma with nothing after it ends the arguments.",
        "gradcli eval 'max(x, 1,)' --at x=1",
        "Take the comma away.",
    ),
    Code(
        "parse.unclosed-bracket",
        "A bracket or a bar is opened and never closed.",
        "gradcli eval '(x + 1' --at x=1",
        "Close it; the message shows which one it is.",
    ),
    Code(
        "parse.unexpected",
        "Something cannot stand where it stands.",
        "gradcli eval 'x // 2' --at x=1",
        "The message says what is typed instead where that is known.",
    ),
    Code(
        "parse.unopened-bracket",
        "A bracket is closed that was never opened.",
        "gradcli eval 'x + 1)' --at x=1",
        "Open it, or take it away.",
    ),
    Code(
        "parse.unused-statement",
        "A statement before the last one binds no name, so its value would be lost.",
        "gradcli eval 'x; x^2' --at x=1",
        "Bind it with `name = ...`; to go on in the next line put the formula in brackets.",
    ),
    Code(
        "usage.claim",
        "A claim is not of the form name=formula, its name is missing where the formula has several, or it is a number "
        "and no point is given.",
        "gradcli check 'x^2*y' --grad '2*x*y'",
        "Write `--grad 'x=2*x*y, y=x^2'`, or `--grad-values x=12,y=4 --at x=2,y=3`.",
    ),
    Code(
        "usage.cluster",
        "`--cluster` goes with a folder of Parquet parts only, there is no cluster at the address, or its workers were "
        "lost again and again.",
        "gradcli batch 'x^2' data --cluster local",
        "Name a folder with `--out`; `--cluster local` starts a cluster on this machine.",
    ),
    Code(
        "usage.code",
        "`gradcli explain` does not know this code.",
        "gradcli explain no.code",
        "Copy the code from between the brackets of `error[...]` or `warning[...]`.",
    ),
    Code(
        "usage.command",
        "gradcli has no such command.",
        "gradcli evil",
        "`gradcli --help` lists the commands; a formula goes to `gradcli eval`.",
    ),
    Code(
        "usage.digits",
        "So many digits of so large a formula would take minutes: the digits times the nodes of the graph are limited.",
        "gradcli eval 'sum(sin(i*x), i, 1, 2000)' --at x=1 --digits 10000",
        "Ask for fewer digits.",
    ),
    Code(
        "usage.exists",
        "The file of `--out` is there already.",
        "",
        "Choose another name, or overwrite it with `--force`.",
    ),
    Code(
        "usage.extra",
        "A package that only tables of data need is not installed: NumPy, SciPy, PyArrow, or Dask for a cluster.",
        "",
        "The message shows the command that installs it: `pip install 'gradcli[batch]'`, or `gradcli[dask]`.",
    ),
    Code(
        "usage.map",
        "`--map` is not of the form name=column.",
        "printf 'x\\n1\\n' | gradcli batch 't^2' - --map t",
        "Write `--map t=temperature`.",
    ),
    Code(
        "usage.no-data",
        "`gradcli batch` has a formula and no data.",
        "gradcli batch 'x^2'",
        "Name files, folders or globs, or `-` for standard input.",
    ),
    Code(
        "usage.no-formula",
        "No formula was given.",
        "gradcli eval --at x=1",
        "Give one: gradcli eval 'x^2' --at x=1",
    ),
    Code(
        "usage.option",
        "An option is unknown, lacks its value, or has a value it cannot have.",
        "gradcli eval x --at x=1 --jsn",
        "`gradcli eval --help` lists the options.",
    ),
    Code(
        "usage.order",
        "The order is not possible. A Taylor series in one name has at most 1000, in several at most 4, and less where "
        "the work would take minutes or where a function's derivatives of so high an order are not computed; a "
        "derivative as a formula has one order for each name, 100 in all.",
        "gradcli taylor 'x*y' --at x=1,y=2 --order 5",
        "Ask for a lower order, or by one name with `--wrt`.",
    ),
    Code(
        "usage.output",
        "The answer cannot be written, because the disk is full, say.",
        "",
        "Send it elsewhere.",
    ),
    Code(
        "usage.outputs",
        "The formula has several outputs, and one number is asked for.",
        "gradcli eval '[x, x^2]' --at x=1",
        "`gradcli jacobian` gives all slopes; `--seed f1=1,f2=-2` makes one sum of the outputs.",
    ),
    Code(
        "usage.point",
        "`--at` is not of the form name=value.",
        "gradcli eval x --at 1.5",
        "Write `--at x=1.5,y=-2`, `--at @point.json`, or `--at -`.",
    ),
    Code(
        "usage.schema",
        "There is no JSON Schema of this name.",
        "gradcli schema evil",
        "Name a command: `gradcli schema eval`.",
    ),
    Code(
        "usage.shape",
        "The arrays given to a compiled formula do not fit together: their lengths differ.",
        "",
        "Give columns of the same length, or single numbers.",
    ),
    Code(
        "usage.simplify",
        "SymPy's derivative was asked for, and SymPy has none that the language can write, or none in time.",
        "gradcli diff 'gammainc(x, 2)' --simplify",
        "Leave out `--simplify`: ours is there without SymPy. For more time there is `--check-time`.",
    ),
    Code(
        "usage.size",
        "What was asked for would be too large: a derivative of a million operations, or a text nobody could read.",
        "",
        "Ask for a smaller part, or leave out `--expand`, or print it as text.",
    ),
    Code(
        "usage.standard-input",
        "Formula, point or data are to be read from standard input at once.",
        "gradcli eval - --at -",
        "Put one of them in a file.",
    ),
    Code(
        "usage.two-formulas",
        "More than one formula was given, often because the shell took a formula with spaces apart.",
        "gradcli eval x + y --at x=1,y=2",
        "Quote the formula: 'x + y'.",
    ),
    Code(
        "usage.vector",
        "A direction is missing, or all its numbers are 0.",
        "gradcli direction 'x*y' --at x=1,y=2 --along x=0",
        "Give a vector: `--along x=1,y=2`.",
    ),
)
